// A request body as the provider reads it: blocks in the order tools, system, conversation, with their tokens and markers.

import { countTokens } from '../../../compressor/text/tokens.ts'
import type { Block } from './prefix-tree.ts'

export interface PromptBlock extends Block {
  /** Lifetime in milliseconds that a marker on this block asks for. */
  readonly marked?: number
}

export interface Prompt {
  readonly model: string
  readonly blocks: readonly PromptBlock[]
  /** Texts of the tool results, in order: what the model reads of them. */
  readonly results: readonly string[]
}

const minute = 60_000

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What a block says, without its spelling as JSON; ids and types are not billed here. */
const wordsOf = (block: unknown): string => {
  if (typeof block === 'string') return block
  if (Array.isArray(block)) return block.map(wordsOf).join('\n')
  if (!isObject(block)) return ''
  const { text, content, name, description, input, output, function: called } = block
  const spelled = [input, block.input_schema, block.parameters, block.arguments].flatMap((value) =>
    value === undefined ? [] : [typeof value === 'string' ? value : JSON.stringify(value)],
  )
  return [text, name, description, content, output, called, block.tool_calls, ...spelled]
    .map(wordsOf)
    .filter((words) => words !== '')
    .join('\n')
}

/** Every block comes again in each request of its session: it is counted, and its text is held, once. */
const known = new Map<string, Block>()
const texts = new Map<string, string>()
const mostKnown = 20_000

const knownBlock = (identity: string, words: () => string): Block => {
  const block = known.get(identity)
  if (block !== undefined) return block
  if (known.size >= mostKnown) known.clear()
  const made = { identity, tokens: countTokens(words()) }
  known.set(identity, made)
  return made
}

const heldOnce = (text: string): string => {
  const held = texts.get(text)
  if (held !== undefined) return held
  if (texts.size >= mostKnown) texts.clear()
  texts.set(text, text)
  return text
}

const markOf = (block: unknown): number | undefined => {
  if (!isObject(block) || !isObject(block.cache_control)) return undefined
  return block.cache_control.ttl === '1h' ? 60 * minute : 5 * minute
}

const blockOf = (block: unknown, role = ''): PromptBlock => {
  const plain = isObject(block) && 'cache_control' in block ? { ...block, cache_control: undefined } : block
  const made = knownBlock(`${role}${JSON.stringify(plain)}`, () => wordsOf(plain))
  const marked = markOf(block)
  return marked === undefined ? made : { ...made, marked }
}

const resultsOf = (message: Readonly<Record<string, unknown>>): string[] => {
  if (message.role === 'tool') return [wordsOf(message.content)]
  if (message.type === 'function_call_output') return [wordsOf(message.output)]
  return listOf(message.content).flatMap((block) =>
    isObject(block) && block.type === 'tool_result' ? [wordsOf(block.content)] : [],
  )
}

/** Throws an error when the body is no request that this provider understands. */
export const promptOf = (body: string): Prompt => {
  const parsed: unknown = JSON.parse(body)
  if (!isObject(parsed)) throw new Error('The provider was sent a body that is no object.')
  const messages = listOf(parsed.messages ?? parsed.input).filter(isObject)
  return {
    model: String(parsed.model),
    blocks: [
      ...listOf(parsed.tools).map((tool) => blockOf(tool)),
      ...listOf(parsed.system).map((block) => blockOf(block)),
      ...messages.flatMap((message) =>
        Array.isArray(message.content)
          ? message.content.map((block) => blockOf(block, String(message.role)))
          : [blockOf(message)],
      ),
    ],
    results: messages.flatMap(resultsOf).map(heldOnce),
  }
}
