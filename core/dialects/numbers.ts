// Reads counts out of whatever a provider sent.

type Fields = Readonly<Record<string, unknown>>

/** The member as an object; an empty one when it is anything else. */
export const objectAt = (object: Fields, name: string): Fields => {
  const value = object[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** No answer uses more; what claims to is wrong, and sums of it would be too. */
const maxTokens = 1e12

/** The member as a count of tokens; `undefined` when it is anything else. */
export const countAt = (object: Fields, name: string): number | undefined => {
  const value = object[name]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxTokens
    ? value
    : undefined
}
