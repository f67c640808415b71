// What o200k's pattern asks of a character, as one bit for each of its sets. They are those of the running Node, as they are for
// the library whose counts these are.

import { codePointAt } from './utf8.ts'

export const Class = {
  /** Lu and Lt. */
  upper: 1,
  /** Ll. */
  lower: 2,
  /** Lm and Lo: letters that go with both. */
  letter: 4,
  /** M: goes with both, and is no letter. */
  mark: 8,
  /** N. */
  number: 16,
  lineEnd: 32,
  /** All other white space. */
  space: 64,
  other: 128,
} as const

/** White space by the definition of o200k. The library's pattern says `\s`, which in JavaScript includes U+FEFF and lacks U+0085. */
const space = /[\t\v\f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/gu

const sets: readonly (readonly [number, RegExp])[] = [
  [Class.upper, /[\p{Lu}\p{Lt}]+/gu],
  [Class.lower, /\p{Ll}+/gu],
  [Class.letter, /[\p{Lm}\p{Lo}]+/gu],
  [Class.mark, /\p{M}+/gu],
  [Class.number, /\p{N}+/gu],
  [Class.lineEnd, /[\r\n]+/g],
  [Class.space, space],
]

const planeSize = 0x10000
/** Code points at a time: each is written as one or two units, in order, so that a place tells the point. */
const blockSize = 0x800

const readPlane = (plane: number): Uint8Array => {
  const classes = new Uint8Array(planeSize).fill(Class.other)
  const width = plane === 0 ? 1 : 2
  for (let first = 0; first < planeSize; first += blockSize) {
    // Halves of pairs are no characters.
    if (plane === 0 && first === 0xd800) continue
    const points = Array.from({ length: blockSize }, (_, at) => plane * planeSize + first + at)
    const block = String.fromCodePoint(...points)
    for (const [value, set] of sets)
      for (const { index, 0: run } of block.matchAll(set))
        classes.fill(value, first + index / width, first + (index + run.length) / width)
  }
  return classes
}

const planes: (Uint8Array | undefined)[] = []
const planeOf = (plane: number): Uint8Array => {
  planes[plane] ??= readPlane(plane)
  return planes[plane]
}

/** Of every UTF-16 unit; 0 for half of a pair, which means something only with its other half. */
export const basicClasses = (): Uint8Array => {
  basic ??= planeOf(0).slice().fill(0, 0xd800, 0xe000)
  return basic
}
let basic: Uint8Array | undefined

/** Of the character at `at`, which begins with half of a pair. */
export const pairClassAt = (units: Uint16Array, at: number, end: number): number => {
  const point = codePointAt(units, at, end)
  return planeOf(point >>> 16)[point & 0xffff] ?? Class.other
}
