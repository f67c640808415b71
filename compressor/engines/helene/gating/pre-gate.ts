// Whether helene-1 works on a text at all, judged by its characters and blocks. The language is judged later, word by word.

import type { AbstentionReason } from '../../../../core/compressor/contract.ts'
import { CharacterClass, characterClasses, isLatin, isLetter, isWhiteSpace } from '../../../text/characters.ts'
import type { Block, BlockKind } from '../../../text/router.ts'
import { thresholds } from '../weighing/thresholds.ts'

/** Longer runs of ASCII without a space are not words but base64, minified code or digits. */
const longestRun = 200

interface CharacterCounts {
  letters: number
  latin: number
  /** Control characters, lone surrogates, and what stands in long runs. */
  binary: number
}

/** What is asked of a character, as bits, so that most characters take no branch. */
const [letterBit, latinBit, runBit, oddBit] = [1, 2, 4, 8]
const bitsOf = (value: number, unit: number): number => {
  const isCounted = isLetter(value) && value !== CharacterClass.mark
  const isOdd = value === CharacterClass.control || value === CharacterClass.surrogate
  return (
    (isCounted ? letterBit : 0) |
    (isCounted && isLatin(unit) ? latinBit : 0) |
    (unit < 128 && !isWhiteSpace(value) ? runBit : 0) |
    (isOdd ? oddBit : 0)
  )
}
const bits = characterClasses.map(bitsOf)

const countCharacters = (units: Uint16Array): CharacterCounts => {
  let letters = 0
  let latin = 0
  let binary = 0
  let run = 0
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] ?? 0
    const asked = bits[unit] ?? 0
    letters += asked & letterBit
    latin += (asked & latinBit) >> 1
    run = ((asked & runBit) >> 2) * (run + 1)
    if (asked >= oddBit && (characterClasses[unit] === CharacterClass.control || isLoneSurrogate(units, at))) binary++
    if (run >= longestRun) binary += run === longestRun ? longestRun : 1
  }
  return { letters, latin, binary }
}

const isLoneSurrogate = (units: Uint16Array, at: number): boolean => {
  const unit = units[at] ?? 0
  if (unit < 0xdc00) {
    const low = units[at + 1] ?? 0
    return !(low >= 0xdc00 && low <= 0xdfff)
  }
  const high = units[at - 1] ?? 0
  return !(high >= 0xd800 && high <= 0xdbff)
}

/** Why the characters of a text rule it out; `undefined` if they do not. */
export const refusedCharacters = (units: Uint16Array): AbstentionReason | undefined => {
  const { letters, latin, binary } = countCharacters(units)
  if (binary * 100 > thresholds.binaryShare * units.length) return 'binary'
  if (latin * 100 < thresholds.latinShare * letters) return 'language-not-covered'
  return undefined
}

const reasons: Readonly<Record<BlockKind, AbstentionReason>> = {
  prose: 'structured',
  json: 'structured',
  log: 'structured',
  table: 'structured',
  listing: 'listing',
  code: 'code',
  diff: 'code',
  fenced: 'code',
}

/** Why the blocks of a text rule it out: too much of it is structured. `undefined` if they do not. */
export const refusedBlocks = (text: string, blocks: readonly Block[]): AbstentionReason | undefined => {
  const extents = new Map<AbstentionReason, number>()
  let structured = 0
  for (const { kind, start, end } of blocks) {
    if (kind === 'prose') continue
    structured += end - start
    extents.set(reasons[kind], (extents.get(reasons[kind]) ?? 0) + end - start)
  }
  if (structured * 100 <= thresholds.structuredShare * text.length) return undefined
  return [...extents].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0]
}
