// What one part of a request is to its provider, whichever of several documented spellings its client has chosen.

import { isObject, type JsonObject } from '../../../core/json/object.ts'
import { onlyMember, stringOf } from '../../../core/json/read.ts'
import type { JsonTape } from '../../../core/json/scan.ts'
import type { Rendering } from './rendering.ts'

const textTypes: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])

/** The text of a list of one that nothing marks. */
const onlyTextOf = (content: unknown): string | undefined => {
  const [only, ...rest] = Array.isArray(content) ? content : []
  if (rest.length > 0 || !isObject(only) || !textTypes.has(only.type) || 'cache_control' in only) return undefined
  return typeof only.text === 'string' ? only.text : undefined
}

/** With the text in place of each list of one. */
const inPlainTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inPlainTexts)
  if (!isObject(value)) return value
  const { type, ...rest } = value
  const { id: _, ...unnamed } = value
  const named: JsonObject = type === 'message' || type === undefined ? rest : type === 'reasoning' ? unnamed : value
  const plain = named.content === '' && 'tool_calls' in named ? { ...named, content: null } : named
  return Object.fromEntries(
    Object.entries(plain)
      .filter(([name, held]) => name !== 'is_error' || held !== false)
      .map(([name, held]) => [
        name,
        name === 'content' || name === 'output' ? (onlyTextOf(held) ?? inPlainTexts(held)) : held,
      ]),
  )
}

/** How a picture begins in base64, and so much behind it tells one from another: where it is stored it is called so. */
const sentPicture = /iVBORw0KGgo(.{20})/
const storedPicture = /\/([^/?"]+)\.png/

/** With what its pictures show in place of them, and of their addresses. */
const withPicturesShown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withPicturesShown)
  if (!isObject(value)) return value
  const { source, image_url, ...rest } = value
  const given = JSON.stringify(source ?? image_url ?? '')
  const sent = sentPicture.exec(given)?.[1]
  const shows = sent === undefined ? storedPicture.exec(given)?.[1] : encodeURIComponent(sent)
  if (shows !== undefined) return { ...rest, type: 'image', shows }
  const { content, output } = value
  return {
    ...value,
    ...(content === undefined ? {} : { content: withPicturesShown(content) }),
    ...(output === undefined ? {} : { output: withPicturesShown(output) }),
  }
}

/** Without texts that say nothing; beside calls none is said. */
const withoutEmpty = (part: JsonObject): JsonObject => {
  const { content } = part
  if (content === '') return { ...part, content: 'tool_calls' in part ? null : [] }
  if (!Array.isArray(content)) return part
  return { ...part, content: content.filter((block) => !isObject(block) || block.text !== '') }
}

/** With one text in place of all that follow one another. `isList`: as a list of blocks. */
const withOneText = (part: JsonObject, isList: boolean): JsonObject => {
  if (!Array.isArray(part.content)) return part
  const joined: object[] = []
  let text: string | undefined
  const end = (): void => {
    if (text !== undefined) joined.push({ type: 'text', text })
    text = undefined
  }
  for (const block of part.content) {
    if (isObject(block) && textTypes.has(block.type) && typeof block.text === 'string')
      text = `${text ?? ''}${block.text}`
    else {
      end()
      joined.push(block)
    }
  }
  if (!isList && joined.length === 0) return { ...part, content: text ?? '' }
  end()
  return { ...part, content: joined }
}

/** An answer of chat completions as what was thought, if it tells that, and the rest. */
const withReasoning = ({ reasoning_content, role, ...said }: JsonObject): JsonObject => ({
  role,
  content: [
    ...(typeof reasoning_content === 'string' ? [{ type: 'thinking', thinking: reasoning_content }] : []),
    { type: 'said', ...said },
  ],
})

const systemRoles: ReadonlySet<unknown> = new Set(['system', 'developer', 'instructions'])

/**
 * `isSpelledOut`: a string is another spelling of one text, as in the messages of Anthropic (platform.claude.com, messages, read 2026-11).
 */
export const asRead = (
  part: unknown,
  { plainTexts = false, oneSystem = false, withoutSignatures = false, skipsEmpty, joinsTexts, reasons }: Rendering,
  isSpelledOut: boolean,
): unknown => {
  const seen = withoutSignatures ? withPicturesShown(part) : part
  const read = plainTexts ? inPlainTexts(seen) : seen
  if (!isObject(read)) return read
  const full = skipsEmpty === true ? withoutEmpty(read) : read
  const joined = joinsTexts === true && full.role === 'assistant' ? withOneText(full, isSpelledOut) : full
  if (reasons === true && joined.role === 'assistant' && !isSpelledOut) return withReasoning(joined)
  if (joined.type === 'compaction') return { ...joined, content: joined.encrypted_content }
  const named = oneSystem && systemRoles.has(joined.role) ? { ...joined, role: 'system' } : joined
  return isSpelledOut && typeof named.content === 'string'
    ? { ...named, content: [{ type: 'text', text: named.content }] }
    : named
}

/** What a body of Responses says before its input, as one part of it. */
export const instructionsIn = (body: JsonTape): string | undefined => {
  const content = stringOf(body, onlyMember(body, 0, 'instructions'))
  return content === undefined ? undefined : JSON.stringify({ role: 'instructions', content })
}
