// What the model is asked, and what it usually says to it.

import * as z from 'zod'
import type { PromptTokens, Said } from './answers/said.ts'

const requestBody = z.looseObject({
  model: z.string().default('m'),
  stream: z.boolean().default(false),
  system: z.unknown().optional(),
  tools: z.array(z.unknown()).default([]),
  messages: z.array(z.looseObject({ role: z.string().optional() })).default([]),
})

export interface Prompt extends z.infer<typeof requestBody> {
  readonly path: string
  /** The whole body. */
  readonly text: string
}

/** Throws when the body is not a request. */
export const promptOf = (path: string, text: string): Prompt => ({
  ...requestBody.parse(text === '' ? {} : JSON.parse(text)),
  path,
  text,
})

/** The usual text as it is streamed: characters of one to four bytes, so that a piece cut wrongly shows. */
export const usualWords = ['Grüße ', 'aus ', '東京 ', '😀', '.'] as const
export const usualText = usualWords.join('')

/** Whether the body holds the result of a tool, in any dialect. */
export const answersTool = ({ text }: Prompt): boolean =>
  /"tool_result"|"role":\s*"tool"|"function_call_output"/.test(text)

/** The usual text; before it, if the request offers tools, one call of `lookup`. */
export const usualSaying = (prompt: Prompt): Said =>
  prompt.tools.length === 0 || answersTool(prompt)
    ? { words: usualWords }
    : { words: [], call: { name: 'lookup', input: { city: 'Tōkyō' } } }

/** A token per four bytes, none from a cache. */
export const usualTokens = ({ text }: Prompt): PromptTokens => ({
  total: Math.ceil(Buffer.byteLength(text) / 4),
  read: 0,
  written: 0,
})

/** Of the answer in its conversation. */
export const turnOf = ({ messages }: Prompt): number => messages.filter(({ role }) => role === 'assistant').length + 1
