// What the provider of a made-up session keeps of the requests that ask it to, and puts before those that go on from there.

import { defined } from '../../../../core/collections/defined.ts'
import type { SentRequest } from '../client/sent-request.ts'

interface Kept {
  readonly history: readonly object[]
  /** What stands around it, where requests that go on do not bring it. */
  readonly frame: Readonly<Record<string, unknown>>
}

/** A marker holds for its request. */
const unmarked = (part: object): object =>
  JSON.parse(JSON.stringify(part, (name, value) => (name === 'cache_control' ? undefined : value)))

/** Puts what the provider keeps before what is new. */
export const historyKeeper = () => {
  const histories = new Map<string, Kept>()
  return (body: string, { kept }: Pick<SentRequest, 'kept'>): string => {
    if (kept === undefined) return body
    const { previous_response_id, thread, input, messages, ...rest } = JSON.parse(body)
    const previous: string | undefined = previous_response_id ?? thread?.previous_message_id
    const { history, frame }: Kept = previous === undefined ? { history: [], frame: {} } : keptAs(histories, previous)
    const before = [...history, ...(previous === undefined ? [] : kept.answered)].map(unmarked)
    const whole = [...before, ...(input ?? messages)]
    const { tools = frame.tools, system = frame.system } = rest
    const around = { tools, ...defined({ system }) }
    histories.set(kept.as, { history: whole, frame: around })
    return JSON.stringify({ ...rest, ...around, [input === undefined ? 'messages' : 'input']: whole })
  }
}

const keptAs = (histories: ReadonlyMap<string, Kept>, name: string): Kept => {
  const kept = histories.get(name)
  if (kept === undefined) throw new Error('The provider was asked to go on from an answer that it never gave.')
  return kept
}
