// A request body as the provider reads it: blocks in the order tools, system, conversation, with their tokens and markers.

import { countTokens } from '../../../compressor/text/tokens.ts'
import { elementsOf, onlyMember, rawOf, stringOf } from '../../../core/json/read.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { isWordedResult, textsInEnvelope } from '../wording.ts'
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
  const { text, content, name, description, input, output, source, function: called } = block
  // Of a document that is given as text.
  const data = isObject(source) ? source.data : undefined
  const spelled = [input, block.input_schema, block.parameters, block.arguments].flatMap((value) =>
    value === undefined ? [] : [typeof value === 'string' ? value : JSON.stringify(value)],
  )
  return [text, data, name, description, content, output, called, block.tool_calls, ...spelled]
    .map(wordsOf)
    .filter((words) => words !== '')
    .join('\n')
}

const markOf = (block: unknown): number | undefined => {
  if (!isObject(block) || !isObject(block.cache_control)) return undefined
  return block.cache_control.ttl === '1h' ? 60 * minute : 5 * minute
}

type Count = (text: string) => number

/** In which order a client names the members of a block says nothing to a provider. */
const ordered = (block: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(block).sort(([one], [other]) => (one < other ? -1 : 1)))

const blockOf = (count: Count, block: unknown, role = ''): PromptBlock => {
  const plain = isObject(block) && 'cache_control' in block ? { ...block, cache_control: undefined } : block
  const marked = markOf(block)
  const made = {
    identity: `${role}${JSON.stringify(isObject(plain) ? ordered(plain) : plain)}`,
    tokens: count(wordsOf(plain)),
  }
  return marked === undefined ? made : { ...made, marked }
}

const resultsOf = (message: Readonly<Record<string, unknown>>): string[] => {
  if (message.role === 'tool') return [textsInEnvelope(wordsOf(message.content))]
  if (message.type === 'function_call_output') return [textsInEnvelope(wordsOf(message.output))]
  if (message.role === 'user' && typeof message.content === 'string' && isWordedResult(message.content))
    return [message.content]
  return listOf(message.content).flatMap((block) => {
    if (!isObject(block)) return []
    if (block.type === 'tool_result') return [textsInEnvelope(wordsOf(block.content))]
    return message.role === 'user' && isWordedResult(wordsOf(block)) ? [wordsOf(block)] : []
  })
}

type Part = Pick<Prompt, 'blocks' | 'results'>

const partOf = (count: Count, written: string): Part => {
  const part: unknown = JSON.parse(written)
  if (!isObject(part)) return { blocks: [], results: [] }
  const blocks = Array.isArray(part.content)
    ? part.content.map((block) => blockOf(count, block, String(part.role)))
    : [blockOf(count, part)]
  return { blocks, results: resultsOf(part) }
}

const mostKnown = 20_000

/** The whole prompt marked by one member of the body: its last block is. */
const markedAtTheEnd = (blocks: readonly PromptBlock[], marked: number): readonly PromptBlock[] =>
  blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, marked: block.marked ?? marked } : block))

/**
 * Reads prompts, each of their parts once: every part comes again in each request of its session. `count`: tokens of a text.
 * The reader throws an error when the body is no request that this provider understands.
 */
export const promptReader = (count: Count): ((body: string) => Prompt) => {
  const known = new Map<string, Part>()
  const knownPart = (written: string): Part => {
    const part = known.get(written)
    if (part !== undefined) return part
    if (known.size >= mostKnown) known.clear()
    const made = partOf(count, written)
    known.set(written, made)
    return made
  }
  return (body) => {
    const tape = scanJson(body)
    if (tape === undefined) throw new Error('The provider was sent a body that is not JSON.')
    const listed = (name: string): Part[] =>
      elementsOf(tape, onlyMember(tape, 0, name)).map((node) => knownPart(rawOf(tape, node)))
    const messages = [...listed('messages'), ...listed('input')]
    const blocks = [...listed('tools'), ...listed('system'), ...messages].flatMap((part) => part.blocks)
    const marker = onlyMember(tape, 0, 'cache_control')
    const marked = marker === undefined ? undefined : markOf({ cache_control: JSON.parse(rawOf(tape, marker)) })
    return {
      model: stringOf(tape, onlyMember(tape, 0, 'model')) ?? '',
      blocks: marked === undefined ? blocks : markedAtTheEnd(blocks, marked),
      results: messages.flatMap(({ results }) => results),
    }
  }
}

/** Counts as the engines do. */
export const promptOf = promptReader(countTokens)
