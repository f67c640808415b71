// A call in the words of smolagents' memory: a list of one, as Python prints it.

import { isObject } from '../../json/object.ts'
import type { ToolCall } from './tool-call.ts'

const opening = '\nCalling tools:\n['
/** What Python prints in another way than JSON does. What is not closed is read once: it ends with the text. */
const printed = /'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|\b(?:True|False|None)\b/g
const escaped = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([\s\S]))/g
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
const values: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }

const textIn = (quoted: string): string =>
  quoted.slice(1, -1).replaceAll(escaped, (_, byte, unit, point, mark) => {
    const code = byte ?? unit ?? point
    return code === undefined ? (escapes[mark] ?? mark) : String.fromCodePoint(Number.parseInt(code, 16))
  })

const asJson = (text: string): string =>
  text.replaceAll(printed, (token) => values[token] ?? JSON.stringify(textIn(token)))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(asJson(text))
  } catch {
    return undefined
  }
}

/** The call in which a text ends. `undefined` where there is none, or several: nobody can tell which of them a result answers. */
export const listedCall = (text: string): ToolCall | undefined => {
  const start = text.lastIndexOf(opening)
  const list = start < 0 ? undefined : parsed(text.slice(start + opening.length - 1))
  const [only, ...others] = Array.isArray(list) ? list : []
  const called = isObject(only) ? only.function : undefined
  if (others.length > 0 || !isObject(called) || typeof called.name !== 'string') return undefined
  return { name: called.name, input: called.arguments }
}
