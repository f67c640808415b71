// Reads a list or a dict that Python has printed as the JSON of the same length that says the same, character by character: what is taken
// from one may be taken from the other. Servers of databases answer with rows of this form.

/** What opens a printed value that may be one. */
const opening = /^\s*[[{(]\s*[[{('"]/
/** A text in either quotes, a number, a word, a bracket or a sign, with the blanks behind it. */
const token =
  /('[^'\\\n]*(?:\\.[^'\\\n]*)*'|"[^"\\\n]*(?:\\.[^"\\\n]*)*")|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])|(None|True|False)(?!\w)|([[({])|([\])}])|([,:])|\s+/y
const words: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' }
const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }
/** Escapes that JSON has as well. */
const sameEscape = /[nrtbf\\"]/

/** The text between the quotes, in which nothing ends a text of JSON early. */
const textOf = (printed: string): string => {
  const inside = printed.slice(1, -1)
  if (!/[\\"]/.test(inside)) return `"${inside}"`
  let read = ''
  for (let at = 0; at < inside.length; at += 1) {
    const sign = inside[at] ?? ''
    if (sign !== '\\') read += sign === '"' ? "'" : sign
    else {
      const next = inside[at + 1] ?? ''
      // What JSON does not escape so stands for itself there.
      read += sameEscape.test(next) ? `\\${next}` : `\\\\`
      at += 1
    }
  }
  return `"${read}"`
}

/** JSON has none of them outside its texts. */
const ofPython = /['(]|\b(?:None|True|False)\b/

/** The JSON of the same length; `undefined` for anything else, as values that have no JSON. Linear in the text. */
export const jsonOfPython = (text: string): string | undefined => {
  if (!opening.test(text.slice(0, 200)) || !ofPython.test(text)) return undefined
  const parts: string[] = []
  /** The brackets that are open, with the commas in them. */
  const open: { readonly bracket: string; commas: number }[] = []
  let [isPython, holdsText] = [false, false]
  let at = 0
  /** The place of a comma that JSON would not have before a closing bracket. */
  let comma = -1
  while (at < text.length) {
    token.lastIndex = at
    const found = token.exec(text)
    if (found === null) return undefined
    const [whole, quoted, number, word, opens, closes, sign] = found
    at += whole.length
    if (quoted !== undefined) {
      isPython ||= quoted.startsWith("'")
      holdsText = true
      parts.push(textOf(quoted))
    } else if (number !== undefined) parts.push(number)
    else if (word !== undefined) {
      isPython = true
      parts.push(words[word] ?? '')
    } else if (opens !== undefined) {
      isPython ||= opens === '('
      open.push({ bracket: opens, commas: 0 })
      parts.push(opens === '(' ? '[' : opens)
    } else if (closes !== undefined) {
      const opened = open.pop()
      if (opened === undefined || closing[opened.bracket] !== closes) return undefined
      if (comma >= 0 && closes === ')' && opened.commas === 1) {
        // Without its comma a tuple of one is no tuple: the comma is read as part of the text.
        const only = parts[comma - 1] ?? ''
        if (!only.endsWith('"')) return undefined
        parts[comma - 1] = only.slice(0, -1)
        parts[comma] = ',"'
      } else if (comma >= 0) parts[comma] = ' '
      parts.push(closes === ')' ? ']' : closes)
    } else if (sign === undefined) {
      parts.push(whole)
      continue
    } else {
      parts.push(sign)
      const within = open.at(-1)
      if (sign === ',' && within !== undefined) within.commas += 1
    }
    comma = sign === ',' ? parts.length - 1 : -1
  }
  const json = isPython && holdsText && open.length === 0 ? parts.join('') : undefined
  return json?.length === text.length ? json : undefined
}
