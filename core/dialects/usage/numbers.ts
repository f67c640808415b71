// Reads counts, and what has them, out of whatever a provider sent.

import { type JsonObject, objectOf } from '../../json/object.ts'

/** The member as an object; an empty one when it is anything else. */
export const objectAt = (object: JsonObject, name: string): JsonObject => objectOf(object[name])

/** The member as a list; `undefined` when it is anything else. */
export const listAt = (object: JsonObject, name: string): readonly unknown[] | undefined => {
  const value = object[name]
  return Array.isArray(value) ? value : undefined
}

/** No answer uses more; what claims to is wrong, and sums of it would be too. */
const maxTokens = 1e12

/** The member as a count of tokens; `undefined` when it is anything else. */
export const countAt = (object: JsonObject, name: string): number | undefined => {
  const value = object[name]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxTokens
    ? value
    : undefined
}
