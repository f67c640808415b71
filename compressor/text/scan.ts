// Reads prose as units: words, numbers, atoms, marks and line breaks, each with the white space before it. Decides where a
// text may be cut, not what goes.

import { coreKind, spacedAtomEnd } from './atoms.ts'
import { CharacterClass, characterClasses, isLetter, isWhiteSpace } from './characters.ts'
import { bulletShape, isApostrophe, isDigit, marks, noteStart, opensWithin, wordEnd } from './marks.ts'
import { type Unit, UnitKind } from './units.ts'

type Kind = Unit['kind']

const longestChunk = 200

/** Scans one block; one use. */
class Scanner {
  private readonly units: Unit[] = []
  private chunk = 0
  /** The next apostrophe without a letter after it. It is kept, so that many opening marks stay linear. */
  private nextClose = 0
  private readonly text: string
  private readonly end: number
  private readonly sentenceEnds: ReadonlySet<number>

  constructor(text: string, end: number, sentenceEnds: ReadonlySet<number>) {
    this.text = text
    this.end = end
    this.sentenceEnds = sentenceEnds
  }

  scan(start: number): Unit[] {
    let at = start
    let lineStart = true
    while (at < this.end) {
      const from = this.skipSpace(at)
      if (from > at && characterClasses[this.text.charCodeAt(from - 1)] === CharacterClass.newline) {
        this.push(at, at, from, UnitKind.lineBreak)
        this.chunk++
        at = from
        lineStart = true
        continue
      }
      if (from >= this.end) {
        if (from > at) this.push(at, at, this.end, UnitKind.lineBreak)
        break
      }
      at = this.readChunk(at, from, lineStart)
      this.chunk++
      lineStart = false
    }
    return this.units
  }

  /** Index after the last line end in the white space at `at` if there is one, else after all of it. */
  private skipSpace(at: number): number {
    let next = at
    let lastBreak = -1
    while (next < this.end) {
      const value = characterClasses[this.text.charCodeAt(next)] ?? CharacterClass.symbol
      if (!isWhiteSpace(value)) break
      next++
      if (value === CharacterClass.newline) lastBreak = next
    }
    return lastBreak < 0 ? next : lastBreak
  }

  private push(start: number, from: number, end: number, kind: Kind): void {
    this.units.push({ start, from, end, kind, chunk: this.chunk })
  }

  /** Reads from `from` to the next white space, or to the end of an atom that contains some. Returns where it stopped. */
  private readChunk(start: number, from: number, lineStart: boolean): number {
    const { text } = this
    const plain = wordEnd(text, from, this.end)
    const after = plain < this.end ? (characterClasses[text.charCodeAt(plain)] ?? 0) : CharacterClass.newline
    if (plain > from && isWhiteSpace(after) && plain - from <= longestChunk) {
      this.push(start, from, plain, UnitKind.word)
      return plain
    }
    let end = plain
    while (end < this.end && !isWhiteSpace(characterClasses[text.charCodeAt(end)] ?? 0)) end++
    const mayBullet = lineStart && end - from < 8
    if (
      mayBullet &&
      bulletShape.test(text.slice(from, end)) &&
      characterClasses[text.charCodeAt(end)] === CharacterClass.space
    ) {
      this.push(start, from, end, UnitKind.bullet)
      return end
    }
    if (end - from > longestChunk) {
      this.push(start, from, end, UnitKind.atom)
      return end
    }
    return this.readParts(start, from, end)
  }

  private readParts(start: number, from: number, whole: number): number {
    const { text } = this
    const end = noteStart(text, from, whole)
    if (end < whole) {
      const reached = this.readParts(start, from, end)
      return reached < whole ? this.readParts(reached, reached, whole) : reached
    }
    let leading = start
    let at = from
    while (at < end) {
      const spaced = spacedAtomEnd(text, at, this.end)
      if (spaced > 0) {
        this.push(leading, at, spaced, UnitKind.atom)
        if (spaced >= end) return spaced
        leading = spaced
        at = spaced
        continue
      }
      const kind = this.markAt(at, end)
      if (kind === undefined) break
      this.push(leading, at, at + 1, kind)
      at++
      leading = at
    }
    const coreEnd = this.coreEnd(at, end)
    if (coreEnd > at) this.readCore(leading, at, coreEnd)
    for (let tail = Math.max(at, coreEnd); tail < end; tail++)
      this.push(tail === at ? leading : tail, tail, tail + 1, marks[text.charCodeAt(tail)] ?? UnitKind.symbol)
    return end
  }

  /** The kind of an opening mark at `at`; `undefined` where the core begins. */
  private markAt(at: number, end: number): Kind | undefined {
    const unit = this.text.charCodeAt(at)
    const kind = marks[unit]
    if (kind === undefined || kind === UnitKind.dash) return undefined
    const next = this.text.charCodeAt(at + 1)
    if (isApostrophe(unit) && at + 1 < end && (isDigit(next) || !this.closesLater(at, unit))) return undefined
    if ((unit === 46 || unit === 60 || unit === 62) && at + 1 < end && marks[next] === undefined) return undefined
    return kind
  }

  /** Whether a single quotation mark at `at` is closed soon, so that it is not an apostrophe. */
  private closesLater(at: number, mark: number): boolean {
    if (this.nextClose < at + 2) {
      this.nextClose = at + 2
      while (this.nextClose < this.end && !this.closesWord(this.nextClose)) this.nextClose++
    }
    return this.nextClose < Math.min(this.end, at + 120) && this.text.charCodeAt(this.nextClose) === mark
  }

  private closesWord(at: number): boolean {
    if (!isApostrophe(this.text.charCodeAt(at))) return false
    return at + 1 >= this.end || !isLetter(characterClasses[this.text.charCodeAt(at + 1)] ?? 0)
  }

  /** Where the core that begins at `at` ends: before its closing marks, but after the dot of an abbreviation. */
  private coreEnd(at: number, end: number): number {
    const { text } = this
    const letters = wordEnd(text, at, end)
    if (letters > at && text.startsWith('://', letters)) return this.urlEnd(at, end)
    let core = end
    while (core > at) {
      const unit = text.charCodeAt(core - 1)
      const kind = marks[unit]
      if (kind === undefined) break
      const inner = isLetter(characterClasses[text.charCodeAt(core - 2)] ?? 0)
      if (unit === 46 && core - 1 > at && inner && !this.endsSentence(core, end)) break
      if (isApostrophe(unit) && inner && !this.openQuote(unit)) break
      if (kind === UnitKind.closing && opensWithin(text, at, core - 1, unit)) break
      core--
    }
    return core
  }

  private urlEnd(at: number, end: number): number {
    let core = end
    while (core > at && marks[this.text.charCodeAt(core - 1)] !== undefined && this.text[core - 1] !== '/') core--
    return core
  }

  /** Whether a sentence ends within the marks that follow. */
  private endsSentence(core: number, end: number): boolean {
    if (this.text.charCodeAt(end) === 91) return true
    let next = end
    while (next < this.end && isWhiteSpace(characterClasses[this.text.charCodeAt(next)] ?? 0)) next++
    return (core === end || marks[this.text.charCodeAt(core)] !== UnitKind.pause) && this.sentenceEnds.has(next)
  }

  private openQuote(mark: number): boolean {
    const opening = mark === 0x2019 ? '‘' : "'"
    for (let back = this.units.length - 1; back >= 0 && back > this.units.length - 40; back--) {
      const unit = this.units[back]
      if (unit === undefined || unit.end - unit.from !== 1) continue
      if (this.text[unit.from] === opening) return true
    }
    return false
  }

  /** Reads a core; words joined by a dash are separate units. */
  private readCore(leading: number, at: number, end: number): void {
    const { text } = this
    for (let here = at + 1; here + 1 < end; here++) {
      const unit = text.charCodeAt(here)
      const double = unit === 45 && text.charCodeAt(here + 1) === 45 && here + 2 < end
      if (unit !== 0x2014 && unit !== 0x2013 && !double) continue
      const after = here + (double ? 2 : 1)
      const betweenDigits = isDigit(text.charCodeAt(here - 1)) || isDigit(text.charCodeAt(after))
      if (betweenDigits) continue
      this.push(leading, at, here, coreKind(text, at, here))
      this.push(here, here, after, UnitKind.dash)
      this.readCore(after, after, end)
      return
    }
    const dashOnly = end - at <= 3 && /^(--?-?|[—–])$/.test(text.slice(at, end))
    this.push(leading, at, end, dashOnly ? UnitKind.dash : coreKind(text, at, end))
  }
}

/** The units of the prose block `[start, end)`; `sentenceEnds` are the ends that `splitSentences` found in it. */
export const scanUnits = (text: string, start: number, end: number, sentenceEnds: ReadonlySet<number>): Unit[] =>
  new Scanner(text, end, sentenceEnds).scan(start)
