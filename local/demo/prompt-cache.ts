// The prompt cache of the demo's provider. It finds the longest beginning of a prompt that it has seen before, which costs
// less.

import { createHash } from 'node:crypto'
import { countTokens } from '../../compressor/text/tokens.ts'

export interface PromptTokens {
  readonly total: number
  /** Tokens of the beginning that was seen before. */
  readonly read: number
}

/** The text of a part of a request, without its spelling as JSON. */
const textOf = (part: unknown): string => {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) return part.map(textOf).join('\n')
  if (typeof part === 'object' && part !== null) return Object.values(part).map(textOf).join('\n')
  return String(part ?? '')
}

/** The cache marker moves on with every request and is not part of the prompt. */
const withoutMarker = (name: string, value: unknown): unknown => (name === 'cache_control' ? undefined : value)

/** A cache of prompts that are given in parts: what comes before the conversation, then each message. */
export const promptCache = (): ((parts: readonly unknown[]) => PromptTokens) => {
  const seen = new Set<string>()
  return (parts) => {
    const digest = createHash('sha256')
    let total = 0
    let read = 0
    for (const part of parts) {
      const spelled = JSON.stringify(part, withoutMarker)
      digest.update(spelled)
      total += countTokens(textOf(JSON.parse(spelled)))
      const prefix = digest.copy().digest('hex')
      if (seen.has(prefix)) read = total
      seen.add(prefix)
    }
    return { total, read }
  }
}
