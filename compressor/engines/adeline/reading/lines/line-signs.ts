// What single lines say in whatever language: by `signs.ts` in English, and by words and forms of other languages where a text has any.

import { blanklessLetters } from '../../../../text/scripts.ts'
import { isStamped, saysFailure, saysState, saysWarning } from './signs.ts'
import { failureElsewhere, stateElsewhere, totalElsewhere, warningElsewhere } from './words-of-failure.ts'

type Says = (line: string) => boolean

/** What a line says by its words. */
export interface LineSigns {
  /** Whether other languages than English are read as well. */
  readonly readsAllLanguages: boolean
  /** With a word of failure: a line of a log with one is never dropped. */
  readonly saysFailure: Says
  /** That something is not as it should be. */
  readonly saysState: Says
  readonly saysWarning: Says
  /** It opens with a time or a level, as each event of a log does. */
  readonly isStamped: Says
  readonly saysTotal: Says
  /** Its words, `most` at most: between blanks, and where a script that writes none meets numbers or names in another one. */
  readonly partedWords: (line: string, most?: number) => string[]
  /** The same words of failure, but for those of English. */
  readonly failsElsewhere: Says
}

const total = /\b(total|sum|average|mean|overall|subtotal)\b/i
const never: Says = () => false

export const englishSigns: LineSigns = {
  readsAllLanguages: false,
  saysFailure,
  saysState,
  saysWarning,
  isStamped,
  saysTotal: (line) => total.test(line),
  failsElsewhere: never,
  partedWords: (line, most) => line.split(/\s+/, most),
}

const digit = '[\\d\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\u0e50-\\u0e59\\uff10-\\uff19]'
const clock = `${digit}{1,2} ?[:：時时시] ?${digit}{1,2}`
/** Of levels, those that are no words of failure: these stay anyway. */
const levels =
  '情報|信息|资讯|資訊|調試|调试|정보|디버그|ข้อมูล|सूचना|معلومات|מידע|инфо(?:рмация)?|отладка|увага|πληροφορί(?:α|ες)|bilgi|thông tin|información|informação|informazione|hinweis'
const stamp = new RegExp(
  [
    // 2026年11月30日 12:00, 2026. 11. 30. 오전 9:00, ２０２６／１１／３０ １２：００, ١٤٤٨/٠٦/٢٠ ٠٩:٠٠.
    `^\\s*[[(【]?${digit}{2,4} ?[年년./／-] ?${digit}{1,2} ?[月월./／-] ?${digit}{1,2} ?[日일.]?[^\\S\\r\\n]{0,2}(?:\\S{1,4}[^\\S\\r\\n])?${clock}`,
    // 30.11.2026 12:00, 30/11/2569 12:00, 30. 11. 2026, 12:00.
    `^\\s*[[(]?${digit}{1,2}[./-] ?${digit}{1,2}[./-] ?${digit}{2,4},? +${clock}`,
    `^\\s*[[(【<]?(?:${levels})[\\]】)>]?[ \\u00a0]?[:：]`,
    `^\\s*[[【](?:${levels})[\\]】]`,
  ].join('|'),
  'i',
)

/** Between blanks, and where letters of a script without blanks stand beside what is ASCII. */
const partsWords = new RegExp(`\\s+|(?<=[${blanklessLetters}])(?=[!-~])|(?<=[!-~])(?=[${blanklessLetters}])`)

const either =
  (english: Says, other: RegExp): Says =>
  (line) =>
    english(line) || other.test(line)

/** Those of a text in any language. Linear in the text. */
export const signsIn = (text: string): LineSigns => {
  const fails = failureElsewhere.test(text)
  return {
    readsAllLanguages: true,
    saysFailure: fails ? either(saysFailure, failureElsewhere) : saysFailure,
    failsElsewhere: fails ? (line) => failureElsewhere.test(line) : never,
    saysState: either(saysState, stateElsewhere),
    saysWarning: either(saysWarning, warningElsewhere),
    saysTotal: either(englishSigns.saysTotal, totalElsewhere),
    isStamped: either(isStamped, stamp),
    partedWords: (line, most) => line.split(partsWords, most),
  }
}
