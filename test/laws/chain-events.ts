// What happens in made-up conversations: an agent continues, forks, retries and edits them, and something fails.

import fc from 'fast-check'

/** What fails during one request. */
export const faults = ['none', 'read-fails', 'put-fails', 'crash', 'compressor-dead', 'restart'] as const
export type Fault = (typeof faults)[number]

export interface Event {
  /** `race`: two simultaneous requests, on two replicas, that continue the same turn. */
  readonly act: 'go-on' | 'fork' | 'retry' | 'edit' | 'race'
  /** The conversation, modulo the number of conversations so far. */
  readonly which: number
  readonly pauseMilliseconds: number
  readonly replica: 0 | 1
  readonly fault: Fault
  /** Characters of the next tool result. */
  readonly size: number
  readonly pretty: boolean
  /** How its new turn is marked; absent: for five minutes. */
  readonly marked?: Marked
}

/** For five minutes, or for an hour. */
export type Marked = keyof typeof markers
const markers = { short: { type: 'ephemeral' }, long: { type: 'ephemeral', ttl: '1h' } }

const minute = 60_000
/** Most pauses are short; some outlive the cache. */
const pause = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1_000, max: 2 * minute }) },
  { weight: 1, arbitrary: fc.integer({ min: 4 * minute, max: 9 * minute }) },
  { weight: 1, arbitrary: fc.integer({ min: 9 * minute, max: 600 * minute }) },
)

export const eventOf = (acts: readonly Event['act'][], wrong: readonly Fault[]): fc.Arbitrary<Event> =>
  fc.record({
    act: fc.constantFrom(...acts),
    which: fc.nat(20),
    pauseMilliseconds: pause,
    replica: fc.constantFrom(0 as const, 1 as const),
    fault: fc.oneof(
      { weight: 3, arbitrary: fc.constant('none' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...wrong) },
    ),
    size: fc.integer({ min: 10, max: 6_000 }),
    pretty: fc.boolean(),
    marked: fc.constantFrom('short' as const, 'short' as const, 'long' as const),
  })

/** What the model says in a turn, and what its tool answers. */
export type Turn = readonly [string, string]

let serial = 0
/** A turn: the model calls a tool, the tool answers. No two texts are equal. */
const newTurn = ({ size, pretty, marked = 'short' }: Event): Turn => {
  serial += 1
  const id = `t${serial}`
  const words = Array.from({ length: Math.ceil(size / 8) }, (_, index) => `w${serial}x${index}`)
  const text = pretty ? JSON.stringify({ words }, null, 2) : words.join(' ')
  return [
    JSON.stringify({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'lookup', input: {} }] }),
    JSON.stringify({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: text, cache_control: markers[marked] }],
    }),
  ]
}

export const opening = '{"model":"claude-opus-5","messages":['
/** Long enough that every prompt is cached. */
export const firstMessage = `{"role":"user","content":"go ${'on '.repeat(1_200)}"}`

/** The request that carries these turns. */
export const bodyOf = (turns: readonly Turn[]): string => `${opening}${[firstMessage, ...turns.flat()].join(',')}]}`

/** The turns of each request that an event sends. Changes the conversations accordingly. */
export const turnsOf = (event: Event, conversations: Turn[][]): Turn[][] => {
  const at = event.which % conversations.length
  const known = conversations[at] ?? []
  let turns = [...known]
  if (event.act === 'fork') turns = known.slice(0, Math.ceil(known.length / 2))
  if (event.act === 'edit' && known.length > 1) turns = [newTurn(event), ...known.slice(1)]
  if (event.act !== 'retry') turns.push(newTurn(event))
  if (event.act === 'fork') conversations.push(turns)
  else conversations[at] = turns
  if (event.act !== 'race') return [turns]
  const other = [...known, newTurn(event)]
  conversations.push(other)
  return [turns, other]
}
