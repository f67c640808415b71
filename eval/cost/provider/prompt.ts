// A request body as the provider reads it: blocks in the order tools, system, conversation, with their tokens and markers.

import { countTokens } from '../../../compressor/text/tokens.ts'
import { isObject, type JsonObject } from '../../../core/json/object.ts'
import { elementsOf, onlyMember, rawOf, stringOf } from '../../../core/json/read.ts'
import { type JsonTape, scanJson } from '../../../core/json/scan.ts'
import { isWordedResult, textsInEnvelope } from '../sessions/wording.ts'
import { asRead, instructionsIn } from './as-read.ts'
import { identityBy } from './block-identity.ts'
import { behindSummary, type Edit, edited, withinWindow } from './context-edits.ts'
import { tokensOfNamed } from './named-files.ts'
import { blocksIn, type Part, type PromptBlock } from './prompt-part.ts'
import { billingHeader, type Rendering } from './rendering.ts'

export interface Prompt {
  readonly model: string
  readonly blocks: readonly PromptBlock[]
  /** Texts of the tool results, in order: what the model reads of them. */
  readonly results: readonly string[]
  /** How long the request asks its provider to keep it, in milliseconds; absent: as long as usual. */
  readonly keptMs?: number
}

export type PromptReader = (body: string) => Prompt

const minute = 60_000

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Of an image of a thousand pixels each way: Anthropic counts a token for 750 of them. */
const imageTokens = 1_400
const images: ReadonlySet<unknown> = new Set(['image', 'image_url', 'input_image'])
const isImage = ({ type }: JsonObject): boolean => images.has(type)

const imagesIn = (block: unknown): number => {
  if (Array.isArray(block)) return block.reduce((sum: number, one) => sum + imagesIn(one), 0)
  if (!isObject(block)) return 0
  return isImage(block) ? 1 : imagesIn(block.content) + imagesIn(block.output)
}

/** Tokens of the files that a block names. */
const filesIn = (block: unknown): number => {
  if (Array.isArray(block)) return block.reduce((sum: number, one) => sum + filesIn(one), 0)
  if (!isObject(block)) return 0
  const named = [block.source, block.file, block].map((holder) =>
    isObject(holder) ? tokensOfNamed(holder.file_id) : 0,
  )
  const referred = block.type === 'item_reference' ? tokensOfNamed(block.id) : 0
  return Math.max(...named, referred) + filesIn(block.content) + filesIn(block.output)
}

/** What a block says, without its spelling as JSON; ids and types are not billed here. */
const wordsOf = (block: unknown): string => {
  if (typeof block === 'string') return block
  if (Array.isArray(block)) return block.map(wordsOf).join('\n')
  if (!isObject(block)) return ''
  if (isImage(block)) return ''
  const { text, content, name, description, input, output, source, thinking, function: called } = block
  // Of a document that is given as text.
  const data = isObject(source) ? source.data : undefined
  const spelled = [input, block.input_schema, block.parameters, block.arguments].flatMap((value) =>
    value === undefined ? [] : [typeof value === 'string' ? value : JSON.stringify(value)],
  )
  return [text, data, thinking, name, description, content, output, called, block.tool_calls, ...spelled]
    .map(wordsOf)
    .filter((words) => words !== '')
    .join('\n')
}

const markOf = (block: unknown): number | undefined => {
  if (!isObject(block) || !isObject(block.cache_control)) return undefined
  return block.cache_control.ttl === '1h' ? 60 * minute : 5 * minute
}

type Count = (text: string) => number

/** How a provider counts the tokens of a text, and tells blocks apart. */
interface Reading {
  readonly count: Count
  readonly identify: ReturnType<typeof identityBy>
  readonly rules: Rendering
}

const blockOf = ({ count, identify }: Reading, block: unknown, role = ''): PromptBlock => {
  const plain = isObject(block) && 'cache_control' in block ? { ...block, cache_control: undefined } : block
  const marked = markOf(block)
  const made = {
    ...(isObject(plain) && plain.type === 'thinking' ? { thinking: true as const } : {}),
    ...(isObject(plain) && plain.type === 'tool_result' ? { answers: String(plain.tool_use_id) } : {}),
    identity: `${role}${isObject(plain) ? identify(plain) : JSON.stringify(plain)}`,
    tokens: count(wordsOf(plain)) + imageTokens * imagesIn(plain) + filesIn(plain),
  }
  return marked === undefined ? made : { ...made, marked }
}

const resultsOf = (message: JsonObject): string[] => {
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

const isAnswer = (block: unknown): boolean => isObject(block) && block.type === 'tool_result'

const partOf = (reading: Reading, written: string, isSpelledOut: boolean): Part => {
  const part = asRead(JSON.parse(written), reading.rules, isSpelledOut)
  if (!isObject(part)) return { blocks: [], results: [], images: 0, asks: false, fromClient: false }
  const blocks = Array.isArray(part.content)
    ? part.content.map((block) => blockOf(reading, block, String(part.role)))
    : [blockOf(reading, part)]
  const asks = part.role === 'user' && !(Array.isArray(part.content) && part.content.every(isAnswer))
  const fromClient = part.role === 'user' || part.role === 'tool' || String(part.type).endsWith('_output')
  return { blocks, results: resultsOf(part), images: imagesIn(part), asks, fromClient }
}

const isThinking = ({ blocks }: Part): boolean => blocks.some(({ thinking }) => thinking)

/** The conversation as a model reads it that is sent the thinking from this part on. */
const thinkingFrom = (parts: readonly Part[], from: number): readonly Part[] =>
  parts.map((part, index) =>
    index < from && isThinking(part)
      ? { ...part, blocks: part.blocks.filter(({ thinking }) => thinking === undefined) }
      : part,
  )

/** From which part on the thinking of so many of the newest turns stays that think. */
const newestThinking = (parts: readonly Part[], kept: number, turns: Rendering['thinkingTurns']): number => {
  const thinking = parts.flatMap((part, index) => (isThinking(part) ? [index] : []))
  if (turns === 'answers') return thinking.at(-kept) ?? 0
  const askedBefore = (index: number): number => parts.findLastIndex(({ asks }, at) => asks && at < index)
  return [...new Set(thinking.map(askedBefore))].at(-kept) ?? 0
}

/** What the client asks its provider to do to the conversation. */
const editsAsked = (body: JsonTape): readonly Edit[] => {
  const managed = onlyMember(body, 0, 'context_management')
  if (managed === undefined) return []
  const asked = JSON.parse(rawOf(body, managed)) as readonly Edit[] | { readonly edits: readonly Edit[] }
  return 'edits' in asked ? asked.edits : asked
}

/** How many turns that think the client asks the provider to keep; `undefined`: it asks for nothing. */
const askedToKeep = (edits: readonly Edit[]): number | undefined => {
  const clearing = edits.find(({ type }) => type === 'clear_thinking_20251015')
  if (clearing === undefined) return undefined
  const { keep } = clearing
  return keep === 'all' ? Number.POSITIVE_INFINITY : (keep?.value ?? 1)
}

/** The conversation with the thinking that its provider sends the model. */
const asThought = (
  edits: readonly Edit[],
  model: string,
  parts: readonly Part[],
  rules: Rendering,
): readonly Part[] => {
  const kept = askedToKeep(edits)
  if (kept !== undefined) return thinkingFrom(parts, newestThinking(parts, kept, rules.thinkingTurns))
  if (rules.forgetsThinking?.test(model) !== true) return parts
  const last = parts.findLastIndex(({ asks }) => asks)
  return thinkingFrom(parts, rules.thinkingTurns === 'runs' ? newestThinking(parts, 1, 'runs') : last)
}

/** How long a request asks to be kept (developers.openai.com, prompt caching, read 2026-11). */
const keptBy = (body: JsonTape): Pick<Prompt, 'keptMs'> => {
  const asked = stringOf(body, onlyMember(body, 0, 'prompt_cache_retention'))
  return asked === undefined ? {} : { keptMs: asked === '24h' ? 24 * 60 * minute : 10 * minute }
}

/** The blocks behind what is rendered before them. */
const behind = (rendered: string, blocks: readonly PromptBlock[]): readonly PromptBlock[] =>
  rendered === ''
    ? blocks
    : blocks.map((block, index) => (index > 0 ? block : { ...block, identity: `${rendered}${block.identity}` }))

const mostKnown = 20_000

/** The whole prompt marked by one member of the body: its last block is. */
const markedAtTheEnd = (blocks: readonly PromptBlock[], marked: number): readonly PromptBlock[] =>
  blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, marked: block.marked ?? marked } : block))

/**
 * Reads prompts, each of their parts once: every part comes again in each request of its session. `count`: tokens of a text.
 * `rules`: what the provider renders beside the text. The reader throws an error when the body is no request that this provider understands.
 */
export const promptReader = (count: Count, rules: Rendering = {}): PromptReader => {
  const reading = { count, identify: identityBy(rules), rules }
  const known = new Map<string, Part>()
  const knownPart = (written: string, isSpelledOut: boolean): Part => {
    const part = known.get(written)
    if (part !== undefined) return part
    if (known.size >= mostKnown) known.clear()
    const made = partOf(reading, written, isSpelledOut)
    known.set(written, made)
    return made
  }
  return (body) => {
    const tape = scanJson(body)
    if (tape === undefined) throw new Error('The provider was sent a body that is not JSON.')
    const isOfAnthropic = onlyMember(tape, 0, 'system') !== undefined
    const listed = (name: string): Part[] =>
      elementsOf(tape, onlyMember(tape, 0, name)).map((node) =>
        knownPart(rawOf(tape, node), name === 'messages' && isOfAnthropic),
      )
    const said = (names: readonly string[] = []): string =>
      names
        .map((name) => onlyMember(tape, 0, name))
        .map((node) => (node === undefined ? '' : `${rawOf(tape, node)} `))
        .join('')
    const model = stringOf(tape, onlyMember(tape, 0, 'model')) ?? ''
    const instructions = instructionsIn(tape)
    const instructed = instructions === undefined ? [] : [knownPart(instructions, false)]
    const told = [...instructed, ...listed('messages'), ...listed('input')]
    const all = isOfAnthropic ? behindSummary(told) : told
    const edits = editsAsked(tape)
    // A model looks up tools that are deferred.
    const tools = blocksIn(listed('tools')).filter(({ identity }) => !identity.includes('"defer_loading":true'))
    const system = blocksIn(listed('system')).filter(
      ({ identity }) => rules.withoutBilling !== true || !identity.includes(billingHeader),
    )
    const frame = [...tools, ...system]
    const asked = edited(asThought(edits, model, all, rules), edits, frame, rules)
    const isTruncated = rules.window !== undefined && stringOf(tape, onlyMember(tape, 0, 'truncation')) === 'auto'
    const messages = isTruncated ? withinWindow(asked, frame, rules.window) : asked
    const images = all.reduce((sum, part) => sum + part.images, 0)
    const seen = rules.images === undefined || images === 0 ? '' : rules.images === 'whether' ? 'images ' : `${images} `
    const talk = behind(`${said(rules.messages)}${seen}`, blocksIn(messages))
    const rest = behind(said(rules.system), [...system, ...talk])
    const blocks = behind(said(rules.tools), [...tools, ...rest])
    const marker = onlyMember(tape, 0, 'cache_control')
    const marked = marker === undefined ? undefined : markOf({ cache_control: JSON.parse(rawOf(tape, marker)) })
    return {
      model,
      blocks: marked === undefined ? blocks : markedAtTheEnd(blocks, marked),
      results: messages.flatMap(({ results }) => results),
      ...keptBy(tape),
    }
  }
}

/** Counts as the engines do. */
export const promptOf = promptReader(countTokens)
