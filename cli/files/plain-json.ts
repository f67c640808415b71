// JSON as some agents read it: with comments, and commas before a closing bracket.

import { isObject, type JsonObject } from '../../core/json/object.ts'

const inQuotes = String.raw`"(?:[^"\\\n]|\\.)*"`
const commentOrText = new RegExp(String.raw`${inQuotes}|//[^\n]*|/\*[\s\S]*?\*/`, 'g')
const lastCommaOrText = new RegExp(String.raw`${inQuotes}|,(?=\s*[}\]])`, 'g')

/** Blanks in the place of comments and of commas behind which nothing follows: every offset stays. */
export const asPlainJson = (text: string): string =>
  text
    .replace(commentOrText, (part) => (part.startsWith('"') ? part : part.replace(/[^\r\n]/g, ' ')))
    .replace(lastCommaOrText, (part) => (part === ',' ? ' ' : part))

/** The object that such a text spells; `undefined` for any other text. A byte order mark is no fault. */
export const objectWithComments = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(asPlainJson(text.replace(/^\ufeff/, '')))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
