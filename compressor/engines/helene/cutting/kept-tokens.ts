// Counts the tokens of what is left of a text from what the word lists know of each word, so that a word is looked up once and
// not wherever it stands. Knows the ranks of parts, not the reasons for them.

import { isLineEnd } from '../../../text/characters.ts'
import type { Source } from '../../../text/source.ts'
import { isBoundary } from '../../../text/token-boundary.ts'
import { countTokens, countUnits } from '../../../text/tokens.ts'
import type { Prose } from '../reading/prose.ts'

/** Adds up pieces of a text. Those that a token might reach across are counted as one stretch. */
class Tally {
  tokens = 0
  private readonly source: Source
  /** The stretch that may go on: `[from, end)` of the text behind what was joined before. */
  private joined = ''
  private from = 0
  private end = 0
  /** Its tokens; 0 if they are not known. */
  private known = 0

  constructor(source: Source) {
    this.source = source
  }

  /** The next piece, `[from, end)`. `known`: its tokens by itself, 0 if they are not known. */
  add(from: number, end: number, known: number): void {
    const { text, units } = this.source
    const left = this.end === 0 ? Number.NaN : (units[this.end - 1] ?? 0)
    // Blanks behind a line end may come to stand before another one, and all of that is one token then.
    if (isBoundary(left, units[from] ?? 0) && !isLineEnd(left)) {
      this.close()
      this.known = known
      this.from = from
    } else {
      this.known = 0
      if (from !== this.end) {
        this.joined += text.slice(this.from, this.end)
        this.from = from
      }
    }
    this.end = end
  }

  close(): void {
    if (this.known > 0) this.tokens += this.known
    else if (this.joined === '') this.tokens += countUnits(this.source.units, this.from, this.end)
    else {
      this.tokens += countTokens(this.joined + this.source.text.slice(this.from, this.end))
      this.joined = ''
    }
  }
}

/** Exact o200k tokens of a text without everything up to a rank; of the whole text for -1. */
export const countKept = ({ source, parts }: Prose, removedUpTo: number): number => {
  const { units } = source
  const { start, from, end, tokens, removalRank, spaceRank } = parts
  const tally = new Tally(source)
  let reached = 0
  for (let at = 0; at < parts.count; at++) {
    const first = start[at] ?? 0
    const visible = from[at] ?? 0
    // Between blocks of prose stands what is never removed.
    if (first > reached) tally.add(reached, first, 0)
    reached = end[at] ?? 0
    const kept = first < visible && (spaceRank[at] ?? 0) > removedUpTo ? first : visible
    if ((removalRank[at] ?? 0) > removedUpTo) {
      // Known is what stands behind a single blank, and a single character of ASCII.
      const known = visible - kept === 1 && units[kept] === 32 ? (tokens[at] ?? 0) : 0
      tally.add(kept, reached, reached - kept === 1 && (units[kept] ?? 0) < 128 ? 1 : known)
    } else if (kept < visible) tally.add(kept, visible, 0)
  }
  if (reached < source.text.length) tally.add(reached, source.text.length, 0)
  tally.close()
  return tally.tokens
}
