// Reads prose as units: words, numbers, atoms, marks and line breaks, each with the white space before it. Decides where a
// text may be cut, not what goes.

import { coreKind, spacedAtomEnd } from './atoms.ts'
import { CharacterClass, characterClasses, isLetter, isWhiteSpace } from './characters.ts'
import { bulletShape, isApostrophe, isDigit, marks, noteStart, opensWithin, wordEnd } from './marks.ts'
import type { Source } from './source.ts'
import { UnitKind, type UnitList } from './units.ts'

const longestChunk = 200

/** Scans one block; one use. */
class Scanner {
  private readonly list: UnitList
  /** The number of the block's first unit. */
  private readonly first: number
  private chunk: number
  /** The next apostrophe without a letter after it. It is kept, so that many opening marks stay linear. */
  private nextClose = 0
  private readonly text: string
  private readonly units: Uint16Array
  private readonly end: number
  private readonly sentenceEnds: ReadonlySet<number>

  constructor({ text, units }: Source, end: number, sentenceEnds: ReadonlySet<number>, list: UnitList) {
    this.text = text
    this.units = units
    this.end = end
    this.sentenceEnds = sentenceEnds
    this.list = list
    this.first = list.count
    this.chunk = list.count === 0 ? 0 : (list.chunk[list.count - 1] ?? 0) + 1
  }

  scan(start: number): void {
    let at = start
    let lineStart = true
    while (at < this.end) {
      const from = this.skipSpace(at)
      if (from > at && this.classAt(from - 1) === CharacterClass.newline) {
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
  }

  /** Index after the last line end in the white space at `at` if there is one, else after all of it. */
  private skipSpace(at: number): number {
    let next = at
    let lastBreak = -1
    while (next < this.end) {
      const value = this.classAt(next)
      if (!isWhiteSpace(value)) break
      next++
      if (value === CharacterClass.newline) lastBreak = next
    }
    return lastBreak < 0 ? next : lastBreak
  }

  private push(start: number, from: number, end: number, kind: number): void {
    this.list.add(start, from, end, kind, this.chunk)
  }

  /** The frozen class of the character at `at`; `symbol` outside the text. */
  private classAt(at: number): number {
    return characterClasses[this.units[at] ?? -1] ?? CharacterClass.symbol
  }

  /** Reads from `from` to the next white space, or to the end of an atom that contains some. Returns where it stopped. */
  private readChunk(start: number, from: number, lineStart: boolean): number {
    const { text, units } = this
    const plain = wordEnd(units, from, this.end)
    const after = plain < this.end ? this.classAt(plain) : CharacterClass.newline
    if (plain > from && isWhiteSpace(after) && plain - from <= longestChunk) {
      this.push(start, from, plain, UnitKind.word)
      return plain
    }
    let end = plain
    while (end < this.end && !isWhiteSpace(this.classAt(end))) end++
    const mayBullet = lineStart && end - from < 8
    if (mayBullet && bulletShape.test(text.slice(from, end)) && this.classAt(end) === CharacterClass.space) {
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
    const { units } = this
    const end = noteStart(units, from, whole)
    if (end < whole) {
      const reached = this.readParts(start, from, end)
      return reached < whole ? this.readParts(reached, reached, whole) : reached
    }
    let leading = start
    let at = from
    while (at < end) {
      const spaced = spacedAtomEnd(units, at, this.end)
      if (spaced > 0) {
        this.push(leading, at, spaced, UnitKind.atom)
        if (spaced >= end) return spaced
        leading = spaced
        at = spaced
        continue
      }
      const kind = this.markAt(at, end)
      if (kind === 0) break
      this.push(leading, at, at + 1, kind)
      at++
      leading = at
    }
    const coreEnd = this.coreEnd(at, end)
    if (coreEnd > at) this.readCore(leading, at, coreEnd)
    for (let tail = Math.max(at, coreEnd); tail < end; tail++)
      this.push(tail === at ? leading : tail, tail, tail + 1, marks[units[tail] ?? 0] || UnitKind.symbol)
    return end
  }

  /** The kind of an opening mark at `at`; 0 where the core begins. */
  private markAt(at: number, end: number): number {
    const unit = this.units[at] ?? 0
    const kind = marks[unit] ?? 0
    if (kind === 0 || kind === UnitKind.dash) return 0
    const next = this.units[at + 1] ?? 0
    if (isApostrophe(unit) && at + 1 < end && (isDigit(next) || !this.closesLater(at, unit))) return 0
    if ((unit === 46 || unit === 60 || unit === 62) && at + 1 < end && marks[next] === 0) return 0
    return kind
  }

  /** Whether a single quotation mark at `at` is closed soon, so that it is not an apostrophe. */
  private closesLater(at: number, mark: number): boolean {
    if (this.nextClose < at + 2) {
      this.nextClose = at + 2
      while (this.nextClose < this.end && !this.closesWord(this.nextClose)) this.nextClose++
    }
    return this.nextClose < Math.min(this.end, at + 120) && this.units[this.nextClose] === mark
  }

  private closesWord(at: number): boolean {
    if (!isApostrophe(this.units[at] ?? 0)) return false
    return at + 1 >= this.end || !isLetter(this.classAt(at + 1))
  }

  /** Where the core that begins at `at` ends: before its closing marks, but after the dot of an abbreviation. */
  private coreEnd(at: number, end: number): number {
    const { text, units } = this
    const letters = wordEnd(units, at, end)
    if (letters > at && text.startsWith('://', letters)) return this.urlEnd(at, end)
    let core = end
    while (core > at) {
      const unit = units[core - 1] ?? 0
      const kind = marks[unit] ?? 0
      if (kind === 0) break
      const inner = isLetter(this.classAt(core - 2))
      if (unit === 46 && core - 1 > at && inner && !this.endsSentence(core, end)) break
      if (isApostrophe(unit) && inner && !this.openQuote(unit)) break
      if (kind === UnitKind.closing && opensWithin(units, at, core - 1, unit)) break
      core--
    }
    return core
  }

  private urlEnd(at: number, end: number): number {
    let core = end
    while (core > at && marks[this.units[core - 1] ?? 0] !== 0 && this.text[core - 1] !== '/') core--
    return core
  }

  /** Whether a sentence ends within the marks that follow. */
  private endsSentence(core: number, end: number): boolean {
    if (this.units[end] === 91) return true
    let next = end
    while (next < this.end && isWhiteSpace(this.classAt(next))) next++
    return (core === end || marks[this.units[core] ?? 0] !== UnitKind.pause) && this.sentenceEnds.has(next)
  }

  private openQuote(mark: number): boolean {
    const opening = mark === 0x2019 ? 0x2018 : 39
    const { count, from, end } = this.list
    for (let back = count - 1; back >= this.first && back > count - 40; back--) {
      const at = from[back] ?? 0
      if (end[back] === at + 1 && this.units[at] === opening) return true
    }
    return false
  }

  /** Reads a core; words joined by a dash are separate units. */
  private readCore(leading: number, at: number, end: number): void {
    const { text, units } = this
    for (let here = at + 1; here + 1 < end; here++) {
      const unit = units[here] ?? 0
      const double = unit === 45 && units[here + 1] === 45 && here + 2 < end
      if (unit !== 0x2014 && unit !== 0x2013 && !double) continue
      const after = here + (double ? 2 : 1)
      const betweenDigits = isDigit(units[here - 1] ?? 0) || isDigit(units[after] ?? 0)
      if (betweenDigits) continue
      this.push(leading, at, here, coreKind(units, at, here))
      this.push(here, here, after, UnitKind.dash)
      this.readCore(after, after, end)
      return
    }
    const dashOnly = end - at <= 3 && /^(--?-?|[—–])$/.test(text.slice(at, end))
    this.push(leading, at, end, dashOnly ? UnitKind.dash : coreKind(units, at, end))
  }
}

/** Adds the units of the prose block `[start, end)` to a list; `sentenceEnds` are the ends that `splitSentences` found in it. */
export const scanUnits = (
  source: Source,
  start: number,
  end: number,
  sentenceEnds: ReadonlySet<number>,
  list: UnitList,
): void => new Scanner(source, end, sentenceEnds, list).scan(start)
