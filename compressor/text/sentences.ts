// Finds where sentences end in running text, by English habits. A missed end only makes a longer sentence. Expects prose.

import type { Span } from '../../core/text/spans.ts'
import { CharacterClass, classAt, isWhiteSpace, lowerCase } from './characters.ts'

/** A full stop after these does not end a sentence. */
const abbreviations = new Set(
  (
    'mr mrs ms dr prof sr jr st vs v etc e.g i.e eg ie cf al approx inc ltd co corp dept no nos vol fig figs eq sec ch pp ed eds ' +
    'gen col lt sgt capt rep sen gov pres hon rev mt ft jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k u.n a.m p.m ca'
  ).split(' '),
)

const closers = new Set([...'"\')]}”’»*_'].map((closer) => closer.charCodeAt(0)))
/** The full stops of Chinese and Japanese need no space after them. */
const isFullWidth = (unit: number): boolean => unit === 0x3002 || unit === 0xff01 || unit === 0xff1f
const isTerminal = (unit: number): boolean =>
  unit === 46 || unit === 33 || unit === 63 || unit === 0x2026 || isFullWidth(unit)

/** Everything at which a sentence may end. */
const stops = /[.!?\u2026\u3002\uff01\uff1f\r\n]/g

/** Start of the word that ends before `at`, searched back at most 12 characters. */
const wordBefore = (text: string, from: number, at: number): string => {
  let start = at
  while (start > from && at - start < 12 && !isWhiteSpace(classAt(text, start - 1))) start--
  while (start < at && classAt(text, start) === CharacterClass.punctuation) start++
  return text.slice(start, at)
}

const abbreviates = (text: string, from: number, at: number): boolean => {
  const word = wordBefore(text, from, at)
  if (word.length === 1) return classAt(text, at - 1) === CharacterClass.upper
  return abbreviations.has(lowerCase(word))
}

const longestNote = 30

/** A note in square brackets right after a full stop, as in "sea.[3]", belongs to the sentence. */
const afterNote = (text: string, at: number, end: number): number => {
  if (text.charCodeAt(at) !== 91) return at
  const close = text.slice(at, Math.min(end, at + longestNote)).indexOf(']')
  return close < 0 ? at : at + close + 1
}

/**
 * The sentences of `[start, end)`: disjoint, in order, together covering it; white space after a sentence belongs to it.
 * A blank line always ends one.
 */
export const splitSentences = (text: string, start = 0, end = text.length): Span[] => {
  const sentences: Span[] = []
  let from = start
  let at = start
  const cut = (until: number): void => {
    if (until > from) sentences.push([from, until])
    from = until
  }
  const nextStop = (): number => {
    stops.lastIndex = at
    return stops.test(text) ? stops.lastIndex - 1 : end
  }
  for (at = nextStop(); at < end; at = nextStop()) {
    const unit = text.charCodeAt(at)
    if (isTerminal(unit)) {
      const stop = at
      while (at < end && isTerminal(text.charCodeAt(at))) at++
      while (at < end && closers.has(text.charCodeAt(at))) at++
      at = afterNote(text, at, end)
      if (at < end && !isWhiteSpace(classAt(text, at)) && !isFullWidth(unit)) continue
      let next = at
      while (next < end && isWhiteSpace(classAt(text, next))) next++
      const opens = classAt(text, next)
      const dots = unit === 46 || unit === 0x2026
      if (dots && opens === CharacterClass.lower) continue
      if (unit === 46 && at === stop + 1 && abbreviates(text, from, stop)) continue
      cut(next)
      at = next
    } else {
      let next = at
      let breaks = 0
      while (next < end && isWhiteSpace(classAt(text, next))) {
        const here = text.charCodeAt(next)
        if (here === 10 || (here === 13 && text.charCodeAt(next + 1) !== 10)) breaks++
        next++
      }
      at = next
      if (breaks > 1) cut(next)
    }
  }
  cut(end)
  return sentences
}
