// Counts the tokens of what is left of a text from what the word lists know of each word, so that a word is looked up once and
// not wherever it stands. Knows the ranks of parts, not the reasons for them.

import { isBoundary } from '../../../text/token-boundary.ts'
import { countTokens, countTokensWithin } from '../../../text/tokens.ts'
import type { Part, Prose } from '../reading/prose.ts'

const isLineEnd = (unit: number): boolean => unit === 10 || unit === 13

/** Adds up pieces of a text. Those that a token might reach across are counted as one stretch. */
class Tally {
  tokens = 0
  private readonly text: string
  /** The stretch that may go on: `[from, end)` of the text behind what was joined before. */
  private joined = ''
  private from = 0
  private end = 0
  /** Its tokens; 0 if they are not known. */
  private known = 0

  constructor(text: string) {
    this.text = text
  }

  /** The next piece, `[from, end)`. `known`: its tokens by itself, 0 if they are not known. */
  add(from: number, end: number, known: number): void {
    const { text } = this
    const left = text.charCodeAt(this.end - 1)
    // Blanks behind a line end may come to stand before another one, and all of that is one token then.
    if (isBoundary(left, text.charCodeAt(from)) && !isLineEnd(left)) {
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
    else if (this.joined === '') this.tokens += countTokensWithin(this.text, this.from, this.end)
    else {
      this.tokens += countTokens(this.joined + this.text.slice(this.from, this.end))
      this.joined = ''
    }
  }
}

/** Tokens of a part with what is left of the white space before it; 0 if that takes counting. */
const knownTokens = (text: string, part: Part, start: number): number => {
  if (part.from - start === 1) return text.charCodeAt(start) === 32 ? part.entry.tokens : 0
  return part.end - start === 1 && text.charCodeAt(start) < 128 ? 1 : 0
}

/** Exact o200k tokens of a text without everything up to a rank; of the whole text for -1. */
export const countKept = ({ text, parts }: Prose, removedUpTo: number): number => {
  const tally = new Tally(text)
  let reached = 0
  for (const part of parts) {
    // Between blocks of prose stands what is never removed.
    if (part.start > reached) tally.add(reached, part.start, 0)
    reached = part.end
    const start = part.start < part.from && part.spaceRank > removedUpTo ? part.start : part.from
    if (part.removalRank > removedUpTo) tally.add(start, part.end, knownTokens(text, part, start))
    else if (start < part.from) tally.add(start, part.from, 0)
  }
  if (reached < text.length) tally.add(reached, text.length, 0)
  tally.close()
  return tally.tokens
}
