// The line that a run ends with: what its session has saved, or would have.

import { compact, percent } from '../../dashboard/page/data/format.ts'
import type { Session } from '../../dashboard/page/data/types.ts'
import type { RunMode } from '../variables.ts'

/** What of a session the line needs. */
export type Spent = Pick<
  Session,
  'exchanges' | 'tokensBefore' | 'tokensAfter' | 'effectiveBefore' | 'effectiveAfter' | 'observedTokens'
>

const members = [
  'exchanges',
  'tokensBefore',
  'tokensAfter',
  'effectiveBefore',
  'effectiveAfter',
  'observedTokens',
] as const

/** What came to a session since it was looked at before. */
export const spentSince = (now: Spent, before: Spent | undefined): Spent => {
  const part = (name: (typeof members)[number]): number => now[name] - (before?.[name] ?? 0)
  return {
    exchanges: part('exchanges'),
    tokensBefore: part('tokensBefore'),
    tokensAfter: part('tokensAfter'),
    effectiveBefore: part('effectiveBefore'),
    effectiveAfter: part('effectiveAfter'),
    observedTokens: part('observedTokens'),
  }
}

/** `31 % less`, or `2 % more` where it cost more. */
export const changeInWords = ({ effectiveBefore, effectiveAfter }: Spent): string => {
  const saved = effectiveBefore - effectiveAfter
  return `${percent(Math.abs(saved), effectiveBefore)} ${saved < 0 ? 'more' : 'less'}`
}

const requests = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`

/** `14 requests, 1.18M → 0.81M tokens, 31 % less in effective tokens`. */
export const summaryOf = (spent: Spent, mode: RunMode): string => {
  const { exchanges, tokensBefore, tokensAfter, observedTokens } = spent
  if (mode === 'off') return `${requests(exchanges)}, passed on as they came`
  if (mode === 'observe')
    return `${requests(exchanges)}, would have taken away ${compact(observedTokens)} tokens (${percent(observedTokens, tokensBefore)}), nothing was changed`
  return `${requests(exchanges)}, ${compact(tokensBefore)} → ${compact(tokensAfter)} tokens, ${changeInWords(spent)} in effective tokens`
}
