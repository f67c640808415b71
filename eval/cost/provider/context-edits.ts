// What a provider takes out of a conversation because its client has asked it to: old results, or all that was said, beyond a length
// (platform.claude.com, context editing and compaction; developers.openai.com, compaction; read 2026-11).

import { blocksIn, type Part, type PromptBlock } from './prompt-part.ts'
import type { Rendering } from './rendering.ts'

export interface Edit {
  readonly type: string
  readonly keep?: 'all' | { readonly value: number }
  readonly trigger?: { readonly type: string; readonly value: number }
  readonly clear_at_least?: { readonly value: number }
  readonly compact_threshold?: number
}

/** What stands in the place of a result, and of a conversation. */
const remarkTokens = 10
const summaryTokens = 600

const tokensIn = (blocks: readonly PromptBlock[]): number => blocks.reduce((sum, { tokens }) => sum + tokens, 0)

const remark = (block: PromptBlock): PromptBlock => ({
  ...block,
  identity: `cleared ${block.answers}`,
  tokens: remarkTokens,
})

const usual = { trigger: { type: 'input_tokens', value: 100_000 }, keep: 3 }

/** The calls whose results go with this request, beside those that have gone before. */
const clearedWith = (
  { trigger = usual.trigger, keep, clear_at_least: least }: Edit,
  blocks: readonly PromptBlock[],
  frameTokens: number,
  gone: ReadonlySet<string>,
): readonly string[] => {
  const results = blocks.filter(({ answers }) => answers !== undefined)
  const left = blocks.map((block) => (gone.has(block.answers ?? '') ? remark(block) : block))
  const size =
    trigger.type === 'tool_uses'
      ? results.filter(({ answers = '' }) => !gone.has(answers)).length
      : frameTokens + tokensIn(left)
  if (size <= trigger.value) return []
  const kept = keep === undefined || keep === 'all' ? usual.keep : keep.value
  const cleared = results.slice(0, Math.max(0, results.length - kept)).filter(({ answers = '' }) => !gone.has(answers))
  return tokensIn(cleared) >= (least?.value ?? 1) ? cleared.flatMap(({ answers }) => answers ?? []) : []
}

/** Where a request has ended: behind each turn of the client. */
const turnsOf = (parts: readonly Part[]): readonly number[] =>
  parts.flatMap(({ fromClient }, index) => (fromClient && parts[index + 1]?.fromClient !== true ? [index + 1] : []))

const cleared = (parts: readonly Part[], edit: Edit, frameTokens: number, rules: Rendering): readonly Part[] => {
  const gone = new Set<string>()
  const ends = rules.clearing === 'once' ? turnsOf(parts) : [parts.length]
  for (const end of ends)
    for (const id of clearedWith(edit, blocksIn(parts.slice(0, end)), frameTokens, gone)) gone.add(id)
  if (gone.size === 0) return parts
  return parts.map((part) => ({
    ...part,
    blocks: part.blocks.map((block) => (gone.has(block.answers ?? '') ? remark(block) : block)),
  }))
}

/** Once the conversation is longer than that, a summary stands in the place of all but the newest turn. */
const compacted = (parts: readonly Part[], beyond: number, frameTokens: number): readonly Part[] => {
  let from = 0
  for (const end of turnsOf(parts)) {
    const tokens = frameTokens + (from > 0 ? summaryTokens : 0) + tokensIn(blocksIn(parts.slice(from, end)))
    const newest = parts.slice(0, end).findLastIndex(({ fromClient }) => !fromClient) + 1
    if (tokens > beyond && newest > from) from = newest
  }
  if (from === 0) return parts
  const summary = { identity: `summary of ${from}`, tokens: summaryTokens }
  return parts.slice(from).map((part, index) => (index > 0 ? part : { ...part, blocks: [summary, ...part.blocks] }))
}

/** Without the oldest items behind the developer's that a window does not hold (`truncation`; developers.openai.com, responses, read 2026-11). */
export const withinWindow = (
  parts: readonly Part[],
  frame: readonly PromptBlock[],
  window: number,
): readonly Part[] => {
  const first = parts[0]?.fromClient === false ? 1 : 0
  let beyond = tokensIn(frame) + tokensIn(blocksIn(parts)) - window
  let from = first
  while (beyond > 0 && from < parts.length - 1) {
    beyond -= tokensIn(parts[from]?.blocks ?? [])
    from += 1
  }
  return [...parts.slice(0, first), ...parts.slice(from)]
}

const standsForAll = ({ identity }: PromptBlock): boolean => identity.includes('"type":"compaction"')

/** Without what stands before the last block that stands for all before it (platform.claude.com, compaction at a token threshold, read 2026-11). */
export const behindSummary = (parts: readonly Part[]): readonly Part[] => {
  const at = parts.findLastIndex(({ blocks }) => blocks.some(standsForAll))
  return parts.slice(Math.max(0, at)).map((part, index) => {
    const from = at < 0 || index > 0 ? 0 : part.blocks.findLastIndex(standsForAll)
    return from === 0 ? part : { ...part, blocks: part.blocks.slice(from) }
  })
}

/** The conversation as the model reads it. */
export const edited = (
  parts: readonly Part[],
  edits: readonly Edit[],
  frame: readonly PromptBlock[],
  rules: Rendering,
): readonly Part[] => {
  const frameTokens = tokensIn(frame)
  return edits.reduce((told: readonly Part[], edit) => {
    if (edit.type.startsWith('clear_tool_uses')) return cleared(told, edit, frameTokens, rules)
    const beyond = edit.compact_threshold ?? (edit.type.startsWith('compact') ? edit.trigger?.value : undefined)
    return beyond === undefined ? told : compacted(told, beyond, frameTokens)
  }, parts)
}
