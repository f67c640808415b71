// Checks how an answer arrives: in pieces, byte for byte, broken when the provider breaks it, empty, large, late.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Ending, ending } from '../../testkit/provider/behaviours.ts'
import { instruct } from '../../testkit/provider/instruction.ts'
import { oddStream } from '../../testkit/provider/odd-bytes.ts'
import { Skipped } from '../../testkit/skipped.ts'
import type { Check } from '../check.ts'
import type { DeployedService } from '../deployed-service.ts'
import { valuesOf, type WireAnswer, type WireRequest } from '../exchange.ts'
import { expect } from '../outcome.ts'

/** Of a streamed answer of so many words, six of them around the words. */
const eventCount = 12
const wordCount = eventCount - 6
const apartMilliseconds = 200
const largeMegabytes = 8
const path = '/provider-a/v1/messages'
const body = '{"model":"m","stream":true,"messages":[]}'

const asked = (
  { ask, stubRequest }: DeployedService,
  instruction: Record<string, string>,
  more: Partial<WireRequest> = {},
): Promise<WireAnswer> => ask({ path, headers: { ...stubRequest('anthropic'), ...instruction }, body, ...more })

const milliseconds = (time: number): string => `${Math.round(time)} ms`

const pieces: Check = {
  name: 'streams: pieces as they are sent',
  means: 'words appear as the model says them, not all at the end',
  answers: 'pieces',
  async run(deployment) {
    const answer = await asked(deployment, instruct('stream', wordCount, apartMilliseconds))
    const moments = answer.pieces.map(({ at }) => at)
    // Bytes that arrive within a few milliseconds are one piece.
    const arrivals = moments.filter((at, index) => index === 0 || at - (moments[index - 1] ?? 0) > 50)
    const span = (moments.at(-1) ?? 0) - (moments[0] ?? 0)
    const seen = `${eventCount} events, ${apartMilliseconds} ms apart, in ${arrivals.length} arrivals over ${milliseconds(span)}, the first after ${milliseconds(moments[0] ?? 0)}`
    expect(answer.status === 200 && answer.ended === 'whole', `${answer.status}, ${answer.ended}`)
    expect(arrivals.length >= eventCount - 3 && span > 1_500, seen)
    return seen
  },
}

const bytes: Check = {
  name: 'streams: byte for byte',
  means: 'comments, mixed line ends, NULs and characters cut in two arrive as the provider sent them',
  async run(deployment) {
    for (const size of [1, 3, 7, oddStream().length]) {
      const answer = await asked(deployment, instruct('bytes', size))
      expect(answer.body.equals(oddStream()), `sent in pieces of ${size}: other bytes arrived (${answer.body.length})`)
      expect(answer.ended === 'whole', `sent in pieces of ${size}: cut`)
    }
    return `${oddStream().length} bytes, cut in four ways`
  },
}

const cut: Check = {
  name: 'streams: broken by the provider',
  means: 'a client never takes half an answer for a whole one',
  answers: 'cut-streams',
  async run(deployment) {
    const sent = 57
    const answer = await asked(deployment, instruct('break', sent))
    const seen = `${answer.body.length} of ${sent} bytes, then ${answer.ended === 'cut' ? 'a break' : 'a clean end'}`
    expect(answer.ended === 'cut', seen)
    expect(answer.body.equals(oddStream().subarray(0, sent)), seen)
    return seen
  },
}

const streamSeconds = 8

/** What came of the stream of this name; asked until it must be over. */
const endingOf = async (service: DeployedService, name: string): Promise<Ending> => {
  for (let waited = 0; ; waited += 0.5) {
    const answer = await asked(service, instruct('ending', name))
    const found = ending.parse(JSON.parse(answer.body.toString()))
    if (found.ended !== 'not yet' || waited > streamSeconds + 5) return found
    await wait(500)
  }
}

const left: Check = {
  name: 'streams: a client that leaves',
  means: 'whether a provider stops generating for a client that has left; where it does not, the rest is billed',
  answers: 'client-left',
  async run(service) {
    const name = randomUUID()
    // A front that holds the stream back has sent nothing yet: the client leaves all the same.
    const patience = { patienceMilliseconds: 1_500 }
    await asked(service, instruct('endless', name, streamSeconds), patience).catch(() => undefined)
    const { ended, milliseconds: after } = await endingOf(service, name)
    expect(ended !== 'not yet', 'the request did not reach the stub')
    return ended === 'left'
      ? `the client left after 1,500 ms, the upstream was left after ${milliseconds(after)}`
      : `the client left after 1,500 ms, the upstream's stream ran to its end of ${streamSeconds} s`
  },
}

const large: Check = {
  name: 'streams: a large answer',
  means: 'answers larger than 6 MB arrive whole',
  async run(deployment) {
    const answer = await asked(deployment, instruct('flood', largeMegabytes))
    const took = milliseconds(answer.pieces.at(-1)?.at ?? 0)
    const { length } = answer.body
    expect(length === largeMegabytes * 1_000_000 && answer.ended === 'whole', `${length} bytes, ${answer.ended}`)
    return `${length} bytes in ${took}`
  },
}

const empty: Check = {
  name: 'streams: answers without a body',
  means: '204, 304 and HEAD do not wait for a time limit of the platform',
  answers: 'empty-answers',
  async run(deployment) {
    const times: string[] = []
    for (const status of [204, 304]) {
      const answer = await asked(deployment, instruct('empty', status), { patienceMilliseconds: 10_000 })
      expect(answer.status === status && answer.body.length === 0, `${answer.status}, ${answer.body.length} bytes`)
      times.push(`${status} after ${milliseconds(answer.headAt)}`)
    }
    const { body: _, ...head } = { path, body }
    const answer = await deployment.ask({
      ...head,
      method: 'HEAD',
      headers: { ...deployment.stubRequest('anthropic'), ...instruct('headers', 200) },
      patienceMilliseconds: 10_000,
    })
    expect(answer.status === 200 && valuesOf(answer, 'request-id')[0] === 'req_1', `HEAD: ${answer.status}`)
    return `${times.join(', ')}, HEAD after ${milliseconds(answer.headAt)}`
  },
}

const firstByte: Check = {
  name: 'streams: time to the first byte',
  means: 'how long front and service take, in addition to the provider’s own time',
  answers: 'first-byte',
  async run(deployment) {
    const times: number[] = []
    for (let turn = 0; turn < 10; turn += 1) {
      const answer = await asked(deployment, instruct('stream', 1))
      expect(answer.body.includes('"word "'), `${answer.status}: not the answer of the stub`)
      times.push(answer.headAt)
    }
    const [first = 0] = times
    times.sort((left, right) => left - right)
    const seen = `median ${milliseconds(times[5] ?? 0)}, slowest ${milliseconds(times[9] ?? 0)}, first ${milliseconds(first)}`
    expect((times[5] ?? 0) < 3_000, seen)
    return seen
  },
}

const silence: Check = {
  name: 'streams: an upstream that is silent first',
  means: 'a model may think this long before its first byte',
  answers: 'silence',
  async run(deployment) {
    const { silenceSeconds: seconds } = deployment
    if (seconds === undefined) throw new Skipped('needs --silence SECONDS')
    const answer = await asked(deployment, instruct('silent', seconds), {
      patienceMilliseconds: (seconds + 30) * 1_000,
    })
    const seen = `${answer.status} after ${Math.round(answer.headAt / 1_000)} s`
    expect(answer.body.toString() === '{}' && answer.headAt > seconds * 1_000 - 50, seen)
    return seen
  },
}

export const streamChecks: readonly Check[] = [pieces, bytes, cut, left, large, empty, firstByte, silence]
