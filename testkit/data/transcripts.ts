// Reads recorded agent runs from a folder of data and splits them; says plainly when the data is not there.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'

const message = z.object({
  role: z.string(),
  content: z.string().nullish(),
  requestor: z.string().nullish(),
  tool_calls: z
    .array(z.object({ name: z.string().nullish(), arguments: z.unknown(), requestor: z.string().nullish() }))
    .nullish(),
})

const transcript = z.object({ id: z.string(), messages: z.array(message) })

export type Transcript = z.infer<typeof transcript>
export type TranscriptMessage = Transcript['messages'][number]

/** A number of the data in its own spelling: `1.0` stays `1.0`. */
export class RawNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const keepNumbers = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined ? new RawNumber(context.source) : value

/** The runs of one file of `transcripts/`, in file order. Throws an error that says what to do when the file is absent. */
export const readTranscripts = (folder: string, name: string): Transcript[] => {
  const path = join(folder, 'transcripts', `${name}.jsonl.gz`)
  if (!existsSync(path))
    throw new Error(
      `${path} is not there. Give the folder that holds transcripts/${name}.jsonl.gz: one JSON object per line with id and messages[] (role, content, tool_calls[name, arguments]).`,
    )
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => transcript.parse(JSON.parse(line, keepNumbers)))
}

/** A number from 0 to 2^32 that depends on the text alone; orders and splits by it need no seed of their own. */
export const digestOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

/** The repository that a coding run worked on, from an id such as `mini-django__django-13569`. */
export const repositoryOf = (id: string): string => id.replace(/-[0-9]+$/, '')
