// What happens to a kind of text that a dialect can carry: rows of the table of what is compacted and what is left.

import { expect, it } from 'vitest'
import { defaultPolicy, rulesOf } from '../../../core/access/policy.ts'
import type { DialectId } from '../../../core/dialects/registry.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { stringOf } from '../../../core/json/read.ts'
import { mayBeShortened, mayBeShortenedAtOnce, withRules } from '../../../core/transcript/may-be-shortened.ts'
import { read } from './reading.ts'

/**
 * - `compacted`: losslessly at its first sending, lossy later.
 * - `later`: whole until a later turn makes it old, lossy then.
 * - `left`: never touched, but for lines that later text repeats.
 */
type Fate = 'compacted' | 'later' | 'left'
export type Row = readonly [kind: string, fate: Fate, why: string, messages: readonly unknown[]]

/** Stands in every text of a row that is judged. */
export const mark = 'the text in question'
export const long = `${mark} ${'has many words and says little of anything. '.repeat(300)}`

const fateOf = (dialect: DialectId, messages: readonly unknown[]): Fate[] => {
  const list = dialect === 'responses' ? 'input' : 'messages'
  const body = JSON.stringify({ [list]: messages })
  const { tape, segments } = read(dialects[dialect], body)
  const byPolicy = withRules(segments, rulesOf(defaultPolicy), (node) => stringOf(tape, node) ?? '')
  const marked = byPolicy.filter(({ node }) =>
    tape.text.slice(tape.cells[node * 4 + 1], tape.cells[node * 4 + 2]).includes(mark),
  )
  return [
    ...new Set(
      marked.map((one): Fate => (mayBeShortenedAtOnce(one) ? 'compacted' : mayBeShortened(one) ? 'later' : 'left')),
    ),
  ]
}

/** What an agent without tools is told, and how its call before it ended. */
export const observed = `<returncode>0</returncode>\n<output>\n${mark}\n${'it goes on and on\n'.repeat(20)}</output>`
export const shellCall = 'I look.\n\n```bash\nmake test\n```'
/** Long enough to count as a log. */
export const pasted = `What is this?\n${Array.from({ length: 200 }, (_, at) => `2026-11-20T10:00:07Z INFO ${mark} ${at}`).join('\n')}`

/** A test for each row. What is no segment is never looked at, and counts as left. */
export const holds = (dialect: DialectId, rows: readonly Row[]): void => {
  it.each(rows)('%s: %s, because: %s', (_kind, fate, _why, messages) => {
    const fates = fateOf(dialect, messages)
    expect(fates.length).toBeLessThan(2)
    expect(fates.at(0) ?? 'left').toBe(fate)
  })
}
