// The prompt cache of a provider: the longest beginning of a prompt that it holds costs less.

import { createHash } from 'node:crypto'
import type { PromptTokens } from './answers/said.ts'

export interface PromptCacheOptions {
  /** Of one part of a prompt. */
  readonly tokensOf: (part: unknown) => number
  /** What later prompts may begin with: a whole earlier one, or any beginning of one that ends with a part. */
  readonly holds: 'whole-prompts' | 'every-beginning'
  /** After the last use. @default for good */
  readonly lifetimeMs?: number
}

/** The marker of what is to be cached moves on with every request, and is not part of the prompt. */
const withoutMarker = (name: string, value: unknown): unknown => (name === 'cache_control' ? undefined : value)

/** A cache of prompts given in parts: what comes before the conversation, then message by message. */
export const promptCache = (
  options: PromptCacheOptions,
): ((parts: readonly unknown[], nowMs?: number) => PromptTokens) => {
  const { tokensOf, holds, lifetimeMs = Number.POSITIVE_INFINITY } = options
  const lastUsed = new Map<string, number>()
  return (parts, nowMs = 0) => {
    const digest = createHash('sha256')
    const beginnings: string[] = []
    let total = 0
    let read = 0
    let found: string | undefined
    for (const part of parts) {
      const spelled = JSON.stringify(part, withoutMarker)
      digest.update(spelled)
      total += tokensOf(JSON.parse(spelled))
      const beginning = digest.copy().digest('hex')
      beginnings.push(beginning)
      const used = lastUsed.get(beginning)
      if (used === undefined || nowMs - used > lifetimeMs) continue
      found = beginning
      read = total
    }
    const held = holds === 'every-beginning' ? beginnings : beginnings.slice(-1)
    for (const beginning of [...held, ...(found === undefined ? [] : [found])]) lastUsed.set(beginning, nowMs)
    return { total, read, written: total - read }
  }
}
