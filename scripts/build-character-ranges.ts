// Writes down what Unicode says of characters as o200k's pattern asks it, so that counts, and what engines make of them, are the same on
// every Node. Run it with `node scripts/with-node.mjs scripts/build-character-ranges.ts`. A character that a later Unicode has given a meaning changes counts:
// then the engines have new versions.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sets = {
  upper: /[\p{Lu}\p{Lt}]/u,
  lower: /\p{Ll}/u,
  letter: /[\p{Lm}\p{Lo}]/u,
  mark: /\p{M}/u,
  number: /\p{N}/u,
}
const points = 0x110000

/** How many characters are left out and how many are taken, by turns, in base 36. */
const rangesOf = (set: RegExp): string => {
  const numbers: number[] = []
  let [since, isIn] = [0, false]
  for (let point = 0; point <= points; point += 1) {
    const isNow = point < points && set.test(String.fromCodePoint(point))
    if (isNow === isIn) continue
    numbers.push(point - since)
    since = point
    isIn = isNow
  }
  return numbers.map((number) => number.toString(36)).join(' ')
}

const lines = Object.entries(sets).map(([name, set]) => `  ${name}:\n    '${rangesOf(set)}',`)
const text = `// Built from Unicode ${process.versions.unicode} by scripts/build-character-ranges.ts; never by hand.

/** Of each set, how many characters are left out and how many are taken, by turns, in base 36. */
export const characterRanges = {
${lines.join('\n')}
} as const
`
writeFileSync(join(import.meta.dirname, '..', 'compressor', 'text', 'o200k', 'character-ranges.ts'), text)
