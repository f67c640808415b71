// Of records nothing is lost that says which they are, what they are called and how they stand: whatever they look like, at any
// budget, fenced, cut off, behind a heading or before other text.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'

const words = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('Door', 'window', 'nobody', 'storm', 'order', 'late', 'Paris', 'über', 'of', 'the'), {
      minLength,
      maxLength,
    })
    .map((all) => all.join(' '))
const noise = fc.oneof(
  fc.nat(9_999),
  fc.boolean(),
  fc.constant(null),
  words(1, 30),
  fc.webUrl(),
  fc.array(fc.nat(9), { maxLength: 5 }),
  fc.record({ a: fc.nat(9), b: words(0, 5) }),
)
const others = ['body', 'url', 'created_at', 'note', 'kind', 'tags', 'count', 'locked', 'avatar_url', 'meta']

const identities: readonly ((at: number) => string | number)[] = [
  (at) => 4_000 + 7 * at,
  (at) => `ORD-${at}x`,
  (at) => `00000000-0000-1000-8000-0000000${10_000 + at}`,
]
const shape = fc.record({
  id: fc.constantFrom('id', 'uuid', 'number', 'key', 'ref', 'slug', 'code', 'sku', 'login', 'username'),
  name: fc.constantFrom('name', 'title', 'headline'),
  state: fc.constantFrom('state', 'status'),
  others: fc.uniqueArray(fc.constantFrom(...others), { maxLength: 6 }),
  identity: fc.constantFrom(...identities),
  isWrapped: fc.boolean(),
  turn: fc.nat(8),
})
const rows = fc.array(
  fc.tuple(words(1, 8), fc.constantFrom('open', 'closed', 'in review', 'failed'), fc.array(noise, { minLength: 6 })),
  { minLength: 2, maxLength: 40 },
)

/** Records of one shape, and the members that say what they are. */
const records = fc.tuple(shape, rows).map(([{ id, name, state, turn, isWrapped, ...rest }, all]) => ({
  floor: [id, name, state],
  list: all.map(([called, stands, more], at) => {
    const members: [string, unknown][] = [
      [id, rest.identity(at)],
      [name, `${called} ${(37 * at) % 101}`],
      [state, stands],
      ...rest.others.map((other, index): [string, unknown] => [other, more[index]]),
    ]
    const from = turn % members.length
    const one = Object.fromEntries([...members.slice(from), ...members.slice(0, from)])
    return isWrapped ? { item: one } : one
  }),
}))

const around = fc.constantFrom(
  ['', ''],
  ['Found:\n```json\n', '\n```\nThat is all.'],
  ['Result: ', ''],
  ['', '\n\n[exit code 0]'],
  ['', ' [exit 0]'],
  ['', '7'],
  ['[12:00] out: ', '\nDone.'],
)
/** After which share of it a text is cut off, and what stands there then. */
const cut = fc.tuple(
  fc.double({ min: 0.2, max: 0.99, noNaN: true }),
  fc.constantFrom('', '… [cut]', '\n... (truncated)', '...'),
)

/** How often each member of these names stands in a text as a whole. `behind`: what may follow it. */
const membersIn = (text: string, names: readonly string[], behind: string): Map<string, number> => {
  const counts = new Map<string, number>()
  const member = new RegExp(`"(?:${names.join('|')})":\\s*(?:"(?:[^"\\\\]|\\\\.)*"|\\d+)(?=${behind})`, 'g')
  for (const [found] of text.matchAll(member)) {
    const spelled = found.replace(/:\s*/, ':')
    counts.set(spelled, (counts.get(spelled) ?? 0) + 1)
  }
  return counts
}

describe('what says what a record is', () => {
  it('stays, however the records stand in their text', () => {
    fc.assert(
      fc.property(
        records,
        fc.constantFrom(0, 2, 4),
        around,
        fc.option(cut),
        fc.constantFrom(0.5, 0.72, 0.73, 0.9, 1),
        ({ list, floor }, indent, [before = '', behind = ''], ends, budget) => {
          const value = JSON.stringify({ total: list.length, items: list }, null, indent)
          const whole = ends === null ? value : value.slice(0, Math.floor(ends[0] * value.length))
          // Of a list that is cut off before its third record nobody can tell that it is one.
          fc.pre(ends === null || membersIn(whole, floor.slice(0, 1), '[,\\s}\\]]').size > 2)
          const kept = compacted(`${before}${whole}${ends === null ? behind : ends[1]}`, budget)
          expect(kept.trim()).not.toBe('')
          const left = membersIn(kept, floor, '')
          for (const [member, count] of membersIn(whole, floor, '[,\\s}\\]]'))
            expect(left.get(member) ?? 0, member).toBeGreaterThanOrEqual(count)
        },
      ),
      { numRuns: 100 },
    )
  })
})
