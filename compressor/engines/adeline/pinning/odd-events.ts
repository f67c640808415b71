// Keeps events and statements that differ in kind from those around them: what was deleted among what was read, the DELETE among INSERTs.
// `odd-lines.ts` leaves events out, whose words differ anyway, and what has the form of source; here only plain words are compared.

import type { LineContext } from '../context/line-context.ts'
import { type AreFew, differing } from '../reading/lines/cells.ts'
import type { LineSigns } from '../reading/lines/line-signs.ts'
import { TextKind } from '../units/text-kind.ts'
import { areMost, type Line } from './stretches.ts'

/** Fewer lines have nothing in common. */
const fewest = 4
/** So many words of an event are compared from its beginning; of a statement, the first one. */
const wordsOfEvent = 10
const wordsOfStatement = 1

const isPlain = /^[^A-Za-z\d]?[A-Za-z]\D*$/
const aroundWord = /^[^A-Za-z]+|[^A-Za-z]+$/g
/** The same in any script; signs and blanks of all are no letters. */
const isPlainElsewhere =
  /^[\0-\xbf\u2000-\u206f\u3000-\u3004\u3008-\u3020\uff01-\uff0f\uff1a-\uff20]?[A-Za-z\u00c0-\u1fff\u2c00-\uff00\uff21-\uffdc]\D*$/

/** Its first words, without the signs around them. What is no plain word is like nothing else. */
const plainWords = (
  { content }: Line,
  at: number,
  most: number,
  { partedWords, readsAllLanguages }: LineSigns,
): string[] =>
  partedWords(content.trim(), most).map((word) => {
    if (isPlain.test(word)) return word.replace(aroundWord, '')
    return readsAllLanguages && isPlainElsewhere.test(word) ? word : `${at} ${word}`
  })

/** More are another kind of event, which has its own first, last and unusual ones. */
const mostOthers = 8
/** One alone, or one in four. */
const areFew: AreFew = (others, lines) => others === 1 || (others * 4 <= lines && others <= mostOthers)

/** Whether so many lines begin with the same character that they may begin with the same word. Most source is told so at no cost. */
const beginAlike = (lines: readonly Line[]): boolean => {
  const counts = new Map<number, number>()
  let most = 0
  for (const { content } of lines) {
    const first = content.charCodeAt(content.search(/\S/))
    const count = (counts.get(first) ?? 0) + 1
    counts.set(first, count)
    if (count > most) most = count
  }
  return areFew(lines.length - most, lines.length)
}

/** Pins those lines of the stretches, and one of the others, which show what they differ from. Linear in the text. */
export const pinOddEvents = ({ units, signs }: LineContext, stretches: readonly (readonly Line[])[]): void => {
  for (const lines of stretches) {
    if (lines.length < fewest) continue
    const isCode = units.kind[lines[0]?.unit ?? 0] === TextKind.code
    if (isCode && !beginAlike(lines)) continue
    const areEvents = areMost(lines, signs.isStamped)
    if (!areEvents && !isCode) continue
    const most = areEvents ? wordsOfEvent : wordsOfStatement
    const stands = differing(
      lines.map((line, at) => plainWords(line, at, most, signs)),
      areFew,
    )
    if (stands.includes(true)) stands[stands.indexOf(false)] = true
    lines.forEach(({ unit }, at) => {
      if (stands[at] === true) units.pin(unit)
    })
  }
}
