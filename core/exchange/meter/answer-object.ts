// What an answer or an event says, as far as a meter needs it. An upstream of a caller's own may send millions of values in one
// answer: to parse them all would keep everybody waiting for seconds.

/** So many are parsed in about ten milliseconds. Hardly any answer has more, except one with the probabilities of its tokens. */
const mostValues = 100_000
/** Longer than any usage. */
const longestUsage = 10_000

const [comma, quote, backslash, openList, openObject, closeObject] = [',', '"', '\\', '[', '{', '}'].map((character) =>
  character.charCodeAt(0),
)

/** Whether there may be more values: each but the first of a list or an object stands behind one of these, in a text or not. */
const hasTooMany = (text: string): boolean => {
  // Each has a character of its own, and one before it.
  if (text.length <= 2 * mostValues) return false
  let values = 0
  for (let at = 0; at < text.length && values <= mostValues; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === comma || unit === openList || unit === openObject) values += 1
  }
  return values > mostValues
}

/** The end of the object that begins here; nothing where it is longer than any usage. */
const endOfObject = (text: string, start: number): number | undefined => {
  let depth = 0
  let isInText = false
  for (let at = start; at < Math.min(text.length, start + longestUsage); at += 1) {
    const unit = text.charCodeAt(at)
    if (isInText && unit === backslash) at += 1
    else if (unit === quote) isInText = !isInText
    else if (!isInText && unit === openObject) depth += 1
    else if (!isInText && unit === closeObject) depth -= 1
    if (depth === 0) return at + 1
  }
  return undefined
}

/** The type at its beginning and the usage at its end, where all dialects have them. In what a model says, quotes are escaped. */
const endsOf = (text: string): unknown => {
  const named = /"usage"\s*:\s*(?=\{)/y
  named.lastIndex = text.lastIndexOf('"usage"')
  if (named.lastIndex < 0 || !named.test(text)) return undefined
  const end = endOfObject(text, named.lastIndex)
  if (end === undefined) return undefined
  const usage: unknown = JSON.parse(text.slice(named.lastIndex, end))
  const [, type] = /^\s*\{\s*"type"\s*:\s*"([\w.]{1,60})"/.exec(text) ?? []
  return {
    usage,
    ...(type === undefined ? {} : { type }),
    ...(type?.startsWith('response.') ? { response: { usage } } : {}),
  }
}

/** The whole value, or of too many values what stands at both ends. Throws for what is not JSON. */
export const answerObject = (text: string): unknown => (hasTooMany(text) ? endsOf(text) : JSON.parse(text))
