// What o200k's pattern asks of a character, as one bit for each of its sets: written down, because what Unicode says of characters changes with
// the runtime.

import { characterRanges } from './character-ranges.ts'
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
const spaces = [
  ...[0x09, 0x0b, 0x0c, 0x20, 0x85, 0xa0, 0x1680],
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
]
const lineEnds = [0x0a, 0x0d]

const planeSize = 0x10000

/** Sets the characters of a plane that are in these ranges. */
const fillRanges = (classes: Uint8Array, value: number, ranges: string, plane: number): void => {
  let at = -plane * planeSize
  let isIn = false
  for (const number of ranges.split(' ')) {
    const end = at + Number.parseInt(number, 36)
    if (isIn) classes.fill(value, Math.max(0, at), Math.max(0, end))
    at = end
    isIn = !isIn
  }
}

const readPlane = (plane: number): Uint8Array => {
  const classes = new Uint8Array(planeSize).fill(Class.other)
  for (const name of ['upper', 'lower', 'letter', 'mark', 'number'] as const)
    fillRanges(classes, Class[name], characterRanges[name], plane)
  if (plane > 0) return classes
  for (const point of spaces) classes[point] = Class.space
  for (const point of lineEnds) classes[point] = Class.lineEnd
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
