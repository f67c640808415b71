// What the upstream of a made-up session answers: what it has used, all of it or in part, in one piece or in a stream that its
// client does not wait for.

import type { UpstreamResponse } from '../../../../core/upstream/send.ts'
import { upstreamAnswer } from '../../../../testkit/memory/service-in-memory.ts'
import type { CachedInput } from '../../provider/caches.ts'
import { answerOf } from '../../provider/usage.ts'
import { chanceOf } from '../../sessions/chance.ts'
import type { SentRequest } from '../client/sent-request.ts'
import type { MadeUpSession } from '../client/session.ts'
import { models } from '../shapes/models.ts'

type AnsweredRequest = Pick<SentRequest, 'dialect' | 'leaves' | 'endsInError' | 'rounds' | 'answeredBy' | 'calls'>
type Usage = Readonly<Record<string, unknown>>

/** Members that gateways leave out, those of one of these lists together. */
const leftOut = [
  ['cache_creation', 'prompt_tokens_details', 'input_tokens_details'],
  ['cache_creation', 'cache_creation_input_tokens', 'prompt_tokens_details', 'input_tokens_details'],
  [
    'cache_creation',
    'cache_creation_input_tokens',
    'cache_read_input_tokens',
    'input_tokens_details',
    'prompt_tokens_details',
  ],
]

/** Anthropic says with the first event what it takes in; the others say it with the last, which nobody waits for. */
const begun = (dialect: MadeUpSession['dialect'], usage: Usage): string => {
  if (dialect === 'messages')
    return `event: message_start\ndata: ${JSON.stringify({ type: 'message_start', message: { usage } })}\n\n`
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' } }] })}\n\n`
}

const errorEvent = `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'overloaded_error' } })}\n\n`

/** The same as gateways tell it that know of no cache. */
const asUncached = ({ read, written, writtenLong, uncached }: CachedInput): CachedInput => ({
  read: 0,
  written: 0,
  writtenLong: 0,
  uncached: read + written + writtenLong + uncached,
})

/** What is not known before it is asked for. */
async function* saidLate(text: () => string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text())
}

/** The answers of one session, request by request. */
export const answersOf = ({ shape, name }: Pick<MadeUpSession, 'shape' | 'name'>) => {
  const chance = chanceOf('usage', name.number)
  const usual = chance() < 0.5 ? leftOut[Math.floor(chance() * leftOut.length)] : undefined
  const told = (usage: Usage): Usage => {
    if (chance() >= shape.partUsage && usual === undefined) return usage
    const missing = usual ?? leftOut[Math.floor(chance() * leftOut.length)] ?? []
    return Object.fromEntries(Object.entries(usage).filter(([member]) => !missing.includes(member)))
  }
  return (
    { dialect, leaves, endsInError, rounds, answeredBy, calls }: AnsweredRequest,
    input: CachedInput,
  ): UpstreamResponse => {
    const reported = shape.surroundings.tellsNoReads === true ? asUncached(input) : input
    const { usage: all = {} }: { readonly usage?: Usage } = answerOf(dialect, reported, rounds - 1)
    const usage = shape.partUsage > 0 ? told(all) : all
    const isTold = chance() < shape.usage
    if (leaves || endsInError === true)
      return upstreamAnswer(
        200,
        [begun(dialect, usage), endsInError === true ? errorEvent : 'data: {}\n\n'],
        [['content-type', 'text/event-stream']],
      )
    const whole = (): string => {
      const model = answeredBy === undefined ? undefined : models[answeredBy].model
      // What is undefined is left out.
      return JSON.stringify({
        ...answerOf(dialect, reported, rounds - 1, calls()),
        usage: isTold ? usage : undefined,
        model,
      })
    }
    return { ...upstreamAnswer(200, []), body: saidLate(whole) }
  }
}
