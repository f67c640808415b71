// Kept spans: what an engine, the lossless depth and the splice mean by "what stays".

/** `[start, end)` in UTF-16 code units of the original text. */
export type Span = readonly [start: number, end: number]

/** Ordered, disjoint, non-empty, inside the text; neighbours may touch. The text that survives is their concatenation. */
export type KeptSpans = readonly Span[]

/** The surviving text: slices of the original and nothing else. */
export const sliceSpans = (text: string, spans: KeptSpans): string => {
  let kept = ''
  for (const [start, end] of spans) kept += text.slice(start, end)
  return kept
}

/** How many UTF-16 units do not survive. */
export const deletedCharacters = (text: string, spans: KeptSpans): number =>
  spans.reduce((rest, [start, end]) => rest - (end - start), text.length)

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** Whether a cut at this index would part the two halves of one character. */
export const splitsCharacter = (text: string, index: number): boolean =>
  index > 0 &&
  index < text.length &&
  isHighSurrogate(text.charCodeAt(index - 1)) &&
  isLowSurrogate(text.charCodeAt(index))

/**
 * Says what is wrong with spans that came from elsewhere, or `undefined` when they are sound.
 * An engine that lies must not be able to break a body, so this runs before every splice.
 */
export const spansFault = (text: string, spans: KeptSpans): string | undefined => {
  let previousEnd = 0
  for (const [start, end] of spans) {
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return 'not whole numbers'
    if (start < previousEnd) return 'not in order'
    if (end <= start) return 'empty or backwards'
    if (end > text.length) return 'past the end'
    if (splitsCharacter(text, start) || splitsCharacter(text, end)) return 'inside a character'
    previousEnd = end
  }
  return undefined
}
