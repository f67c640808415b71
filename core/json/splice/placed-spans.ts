// Few spans of a value, told where they stand in its spelling: copied and compared in place. What it takes to bring a whole value into
// WebAssembly and back is worth it for many.

/** More are not few. */
const mostSpans = 32
/** Longer runs of backslashes are left to those who read the value from its beginning. */
const longestRun = 1_000

const [quote, backslash, letterU] = [0x22, 0x5c, 0x75]

/** Whether the spans at these places are copied and compared in place. */
export const areFew = (places: Int32Array): boolean => places.length <= 2 * mostSpans

/** A value between its quotes, in a body. */
export interface SpelledValue {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/** Whether these places are of the value, in their order, and none of them empty. */
const areSound = ({ start, end }: SpelledValue, places: Int32Array): boolean => {
  let reached = 0
  for (let at = 0; at < places.length; at += 2) {
    const from = places[at] ?? 0
    const to = places[at + 1] ?? 0
    if (from < reached || to <= from) return false
    reached = to
  }
  return reached <= end - start
}

/** Writes what stands at these places into `out`, from `at` on; how many bytes that is. Throws when they are not of this value. */
export const copyPlaced = (value: SpelledValue, places: Int32Array, out: Buffer, at: number): number => {
  if (!areSound(value, places)) throw new Error('kept spans are not of this string')
  const { bytes, start } = value
  let written = 0
  for (let span = 0; span < places.length; span += 2)
    written += bytes.copy(out, at + written, start + (places[span] ?? 0), start + (places[span + 1] ?? 0))
  return written
}

/** Whether a cut there parts no character and no escape. */
const partsNothing = ({ bytes, start, end }: SpelledValue, place: number): boolean => {
  if (place < end && ((bytes[place] ?? 0) & 0xc0) === 0x80) return false
  let mark = place - 1
  while (mark >= start && mark >= place - 5 && bytes[mark] !== backslash) mark -= 1
  if (mark < start || bytes[mark] !== backslash) return true
  let run = mark
  while (run > start && bytes[run - 1] === backslash && mark - run < longestRun) run -= 1
  if (mark - run === longestRun) return false
  // Every other one of a run escapes the next.
  const isEscaped = (mark - run) % 2 === 1
  return isEscaped || place >= mark + (bytes[mark + 1] === letterU ? 6 : 2)
}

/**
 * How long the string is that goes on at `at` of `changed`, up to its closing quote, if it is what stands at these places and they part
 * nothing; otherwise `undefined`.
 */
export const placedLength = (
  value: SpelledValue,
  places: Int32Array,
  changed: Buffer,
  at: number,
): number | undefined => {
  if (!areSound(value, places)) return undefined
  const { bytes, start } = value
  let reached = at
  for (let span = 0; span < places.length; span += 2) {
    const from = start + (places[span] ?? 0)
    const to = start + (places[span + 1] ?? 0)
    const until = reached + to - from
    if (until >= changed.length || !partsNothing(value, from) || !partsNothing(value, to)) return undefined
    if (bytes.compare(changed, reached, until, from, to) !== 0) return undefined
    reached = until
  }
  return changed[reached] === quote ? reached - at : undefined
}
