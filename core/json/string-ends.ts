// Where strings end. Dense text is walked, quiet stretches are left to the runtime's own search: each is several times
// slower than the other where it does not belong.

import type { Int32List } from './int32-list.ts'

const [quote, backslash, space] = [0x22, 0x5c, 0x20]
const isShortEscape = new Uint8Array(128)
for (const character of '"\\/bfnrt') isShortEscape[character.charCodeAt(0)] = 1

const isHexDigit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66)

/** End of the escape that starts at `index`, or -1 when it is none. */
const endOfEscape = (units: Uint16Array, index: number): number => {
  const escaped = units[index + 1] ?? 0
  if (isShortEscape[escaped] === 1) return index + 2
  if (escaped !== 0x75) return -1
  for (let digit = index + 2; digit < index + 6; digit += 1) if (!isHexDigit(units[digit] ?? 0)) return -1
  return index + 6
}

/** A search that never looks at the same place twice, as long as it is asked for ever later places. */
const searching = (length: number, search: (from: number) => number): ((from: number) => number) => {
  let found = -1
  return (from) => {
    if (found >= from) return found
    found = search(from)
    if (found < 0) found = length
    return found
  }
}

/** A stretch without escapes is quiet from this many characters on. */
const quiet = 24

/**
 * Finds the ends of a text's strings, to be asked in the order of the text: given where a string opens, the index behind
 * its closing quote, or -1 when it is no string (RFC 8259). Linear over all strings together. Notes where escapes start.
 */
export const stringEnds = (text: string, units: Uint16Array, escapes: Int32List): ((start: number) => number) => {
  const { length } = text
  const controls = /[^ -\uffff]/g
  const nextQuote = searching(length, (from) => text.indexOf('"', from))
  const nextBackslash = searching(length, (from) => text.indexOf('\\', from))
  const nextControl = searching(length, (from) => {
    controls.lastIndex = from
    return controls.test(text) ? controls.lastIndex - 1 : -1
  })
  let isDense = true

  return (start) => {
    let index = start + 1
    for (;;) {
      const from = index
      if (isDense) {
        const far = Math.min(length, from + quiet)
        for (; index < far; index += 1) {
          const unit = units[index] ?? 0
          if (unit === quote || unit === backslash || unit < space) break
        }
        if (index === from + quiet) {
          isDense = false
          continue
        }
      } else {
        index = Math.min(nextQuote(from), nextBackslash(from))
        if (nextControl(from) < index) return -1
        isDense = index < from + quiet
      }
      const unit = units[index]
      if (unit === quote) return index + 1
      if (unit !== backslash) return -1
      escapes.push(index)
      index = endOfEscape(units, index)
      if (index < 0) return -1
    }
  }
}
