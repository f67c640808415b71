// A session of a coding agent, made from numbers alone: calls of tools and what they answered, of mixed sizes, as
// requests that carry ever more of it. The last one carries a number of its own in every sample, as a new turn does.

import type { PromptTokens } from '../../testkit/provider/answers/said.ts'
import type { BodyTemplate } from './bodies.ts'

interface Call {
  readonly name: string
  readonly input: object
  readonly answer: string
}

const placeholder = '7000000000000007'
const model = 'claude-sonnet-4-5'
const system = 'You are a careful engineer. '.repeat(120)

const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => line(number)).join('\n')

const testRun = (turn: number): string =>
  `> shop@1.4.${turn} test\n> vitest run\n\n${lines(95, (n) =>
    n % 31 === 30
      ? `   AssertionError: expected ${n * turn} to be ${n * turn + 1}\n      at order-${n}.test.ts:${n + 7}:13`
      : ` ✓ test/orders/order-${(n * 7 + turn) % 90}.test.ts (${n % 9} tests) ${(n * 13 + turn) % 400}ms`,
  )}\n\n Test Files  3 failed | 92 passed (95)\n`

const install = (turn: number): string =>
  lines(
    40,
    (n) =>
      `npm http fetch GET 200 https://registry.example/package-${(n * 11 + turn) % 300} ${(n * 37) % 900}ms (cache hit)`,
  )

const source = (turn: number): string =>
  lines(
    70,
    (n) => `  const total${n} = orders.filter((order) => order.depot === ${(n + turn) % 9}).reduce(add, ${n * turn})`,
  )

const records = (turn: number): string =>
  JSON.stringify(
    Array.from({ length: 22 }, (_, n) => ({
      id: turn * 1_000 + n,
      customer: { name: `customer-${n}`, city: 'Köln', postcode: String(50_667 + n) },
      status: n % 5 === 0 ? 'late' : 'shipped',
    })),
    null,
    2,
  )

const found = (turn: number): string =>
  lines(26, (n) => `src/orders/order-${(n * 5 + turn) % 60}.ts:${n * 17 + 3}:  return shipped(order, depots[${n % 9}])`)

const shell = (command: string, answer: string): Call => ({ name: 'bash', input: { command }, answer })

/** What the agent does, over and over: tests, short questions, reads, searches, an edit, data. */
const doings: readonly ((turn: number) => Call)[] = [
  (turn) => shell(`npm test -- --run ${turn}`, testRun(turn)),
  () => shell('git status --short', ' M src/orders/total.ts\n?? src/orders/late.ts'),
  (turn) => shell(`cat src/orders/order-${turn % 40}.ts`, source(turn)),
  (turn) => shell(`grep -rn "shipped" src | head -${20 + turn}`, found(turn)),
  (turn) => ({
    name: 'Edit',
    input: { file_path: `src/orders/order-${turn % 40}.ts`, old_string: 'add, 0', new_string: 'add, 1' },
    answer: `The file src/orders/order-${turn % 40}.ts has been updated.`,
  }),
  (turn) => ({ name: 'list_orders', input: { page: turn }, answer: records(turn) }),
  (turn) => shell(`npm install package-${turn}`, install(turn)),
]

const callOf = (turn: number): Call => {
  const doing = doings[turn % doings.length]
  if (doing === undefined) throw new RangeError('There is no such turn.')
  return doing(turn)
}

/** The agent's word and what its tool answered. A conversation is known by its model's last call, ids included. */
const exchange = (session: number, turn: number, { step, answer }: LastTurn, isLast: boolean): object[] => {
  const { name, input } = callOf(turn)
  const id = `toolu_${session}_${turn}`
  const said = { type: 'text', text: `Step ${step}: I look at what this changes before I go on.` }
  const marker = isLast ? { cache_control: { type: 'ephemeral' } } : {}
  return [
    { role: 'assistant', content: [said, { type: 'tool_use', id, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: answer, ...marker }] },
  ]
}

/** What the model and its tool said last. */
interface LastTurn {
  readonly step: string
  readonly answer: string
}

/** The request after so many turns of a session. `cached`: with the client's cache marker on its last block. */
const requestAfter = (session: number, turns: number, cached: boolean, last?: LastTurn): Buffer => {
  const messages = Array.from({ length: turns }, (_, turn) => {
    const isLast = turn === turns - 1
    const said = (isLast ? last : undefined) ?? { step: String(turn), answer: callOf(turn).answer }
    return exchange(session, turn, said, isLast && cached)
  })
  const first = {
    role: 'user',
    content: [{ type: 'text', text: 'Orders that are late are counted twice. Find out why.' }],
  }
  return Buffer.from(
    JSON.stringify({ model, max_tokens: 1_024, stream: true, system, messages: [first, ...messages.flat()] }),
  )
}

/** Turns of the whole session. */
const sessionTurns = 65

export interface EarlierRequest {
  readonly bytes: Buffer
  /** It asks for caching; of any other the upstream reads nothing from a cache. */
  readonly isCached: boolean
}

/**
 * The requests up to the last but one, `step` turns apart: they use no cache, so that all that is decided may go at once.
 * The last of them does, and what it sends is cached from then on. Sessions with other numbers are other conversations.
 */
export const earlierRequests = (step: number, session = 1): EarlierRequest[] => {
  const ends = [sessionTurns - 1]
  for (let turns = sessionTurns - 2; turns > 0; turns -= step) ends.unshift(turns)
  return ends.map((turns) => {
    const isCached = turns === sessionTurns - 1
    return { bytes: requestAfter(session, turns, isCached), isCached }
  })
}

/** What the upstream says that it has used. It holds nothing of what it was not asked to hold. */
export const usedTokens = ({ isCached }: Pick<EarlierRequest, 'isCached'>): PromptTokens => ({
  total: 50_000,
  read: isCached ? 48_000 : 0,
  written: 0,
})

/** A remembered conversation is forwarded shorter than this share of its body. */
export const shorterThan = 0.75

/** The request that follows them. */
export const nextRequest = (session = 1): Pick<BodyTemplate, 'bytes' | 'fresh'> => {
  // The number is the model's, because a conversation is known by what its model said last.
  const bytes = requestAfter(session, sessionTurns, true, { step: placeholder, answer: 'ok' })
  const offset = bytes.indexOf(placeholder)
  return {
    bytes,
    fresh(sample) {
      bytes.write(String(sample).padStart(placeholder.length, '7'), offset, 'latin1')
      return bytes
    },
  }
}
