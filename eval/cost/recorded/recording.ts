// Requests as an agent has really sent them: a line of JSON for each, with its time, its path and its body.

import { basename } from 'node:path'
import * as z from 'zod'
import { whyUnread } from '../../../bin/given-file.ts'
import { UsageFault } from '../../../bin/usage-fault.ts'
import { parsed } from '../../../core/json/parsed.ts'
import { onlyMember, stringOf } from '../../../core/json/read.ts'
import { scanJson } from '../../../core/json/scan.ts'
import type { MeasuredDialect } from '../../../testkit/data/conversation.ts'
import { rawLinesOf } from '../../estimate/sessions/json-lines.ts'
import { answeredCallsOf } from './answered-calls.ts'

export interface RecordedRequest {
  /** Milliseconds since the first. */
  readonly at: number
  readonly dialect: MeasuredDialect
  /** It asks the provider to compact the conversation. */
  readonly compacts: boolean
  readonly model: string
  readonly body: string
}

export interface Recording {
  readonly name: string
  /** What most of its requests speak. */
  readonly dialect: MeasuredDialect
  readonly requests: readonly RecordedRequest[]
  /** How many calls the answer to each has made. */
  readonly calls: readonly number[]
}

/** Later than that no clock tells a time. */
const latest = 1e15

/** `body`: as it was sent, or the same as JSON. */
const recordedLine = z.object({
  at: z.number().min(0).max(latest),
  path: z.string(),
  body: z.union([z.string(), z.looseObject({})]),
})

/** How the path of a request ends that has a conversation; what else an agent asks for is left out. */
const endings: readonly (readonly [ending: RegExp, dialect: MeasuredDialect])[] = [
  [/\/messages$/, 'messages'],
  [/\/chat\/completions$/, 'chat-completions'],
  [/\/responses(?:\/compact)?$/, 'responses'],
]

const dialectOf = (path: string): MeasuredDialect | undefined => endings.find(([ending]) => ending.test(path))?.[1]

type Sent = Omit<RecordedRequest, 'at'> & { readonly sentAt: number }

/** None for a request without a conversation. Throws `UsageFault`, which says nothing of what stands in the line. */
const sentIn = (line: string, where: string): Sent[] => {
  const read = recordedLine.safeParse(parsed(line))
  if (!read.success) throw new UsageFault(`${where} is no request: a line has "at", "path" and "body".`)
  const { at, body: given } = read.data
  const [path = ''] = read.data.path.split('?')
  const dialect = dialectOf(path)
  if (dialect === undefined) return []
  const body = typeof given === 'string' ? given : JSON.stringify(given)
  const tape = scanJson(body)
  const model = tape === undefined ? undefined : stringOf(tape, onlyMember(tape, 0, 'model'))
  if (model === undefined) throw new UsageFault(`${where} has a body that names no model.`)
  return [{ sentAt: at, dialect, compacts: path.endsWith('/compact'), model, body }]
}

/** Requests that have something in common, the most first. */
export const byUse = <Request, Key>(
  requests: readonly Request[],
  keyOf: (request: Request) => Key,
): readonly (readonly [Key, readonly Request[]])[] =>
  [...Map.groupBy(requests, keyOf)].toSorted(([, one], [, other]) => other.length - one.length)

/** Longer than any body that a provider takes, and shorter than any text may be. */
const longestLineBytes = 256_000_000

/** In the order of the file, which is read line by line: each request has all of its conversation, so that it grows beyond any text. */
const allSentIn = (file: string): Sent[] => {
  const sent: Sent[] = []
  let number = 0
  try {
    for (const { bytes } of rawLinesOf(file, longestLineBytes)) {
      number += 1
      const where = `Line ${number} of ${file}`
      if (bytes === undefined) throw new UsageFault(`${where} is no request: it is too long.`)
      // A mark of the order of bytes is a blank here.
      const line = bytes.toString().trim()
      if (line !== '') sent.push(...sentIn(line, where))
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new UsageFault(`${file} cannot be read: ${whyUnread(error)}.`)
  }
  return sent
}

/** Throws `UsageFault` for a file that cannot be read or has no request of a conversation. */
export const readRecording = (file: string): Recording => {
  const sent = allSentIn(file).toSorted((one, other) => one.sentAt - other.sentAt)
  const [first] = sent
  if (first === undefined) throw new UsageFault(`${file} has no request of a conversation.`)
  const requests = sent.map(({ sentAt, ...request }) => ({ at: sentAt - first.sentAt, ...request }))
  const [dialect = first.dialect] = byUse(requests, (request) => request.dialect).map(([spoken]) => spoken)
  return { name: basename(file).replace(/\.jsonl?$/, ''), dialect, requests, calls: answeredCallsOf(requests) }
}
