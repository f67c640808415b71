// The line that a run ends with: what its session has saved, or would have.

import { compact, percent } from '../../dashboard/page/data/format.ts'
import type { Session } from '../../dashboard/page/data/types.ts'
import type { RunMode } from '../service/variables.ts'
import { requestsIn, sumsSentence } from '../terminal/figures.ts'

/** What of a session the line needs. */
export type Spent = Pick<
  Session,
  'exchanges' | 'tokensBefore' | 'tokensAfter' | 'effectiveBefore' | 'net' | 'observedTokens'
>

/** What came to a session since it was looked at before. */
export const spentSince = (now: Spent, before: Spent | undefined): Spent => {
  const part = (name: keyof Spent): number => now[name] - (before?.[name] ?? 0)
  return {
    exchanges: part('exchanges'),
    tokensBefore: part('tokensBefore'),
    tokensAfter: part('tokensAfter'),
    effectiveBefore: part('effectiveBefore'),
    net: part('net'),
    observedTokens: part('observedTokens'),
  }
}

/** How deep an observed request looks depends on its account's mode (`planFor` in core/compaction/plan.ts). */
const observedIn = ({ observedTokens, tokensBefore }: Spent, accountMode: string): string => {
  const share = `${compact(observedTokens)} tokens (${percent(observedTokens, tokensBefore)})`
  return accountMode === 'arrival' || accountMode === 'observe'
    ? `Deleting everything at once would have taken away ${share}, the most that "arrival" can.`
    : `Blanks and colours of new text are ${share}; what would go of it later is not counted.`
}

/** `14 requests, 1.18M → 810k tokens, 31 % less in effective tokens`. */
export const summaryOf = (spent: Spent, mode: RunMode, accountMode: string): string => {
  const requests = requestsIn(spent)
  if (mode === 'off') return `${requests}, passed on as ${spent.exchanges === 1 ? 'it' : 'they'} came`
  // An account that only observes changes nothing in any run.
  const isObserved = mode === 'observe' || (spent.observedTokens > 0 && spent.tokensAfter === spent.tokensBefore)
  if (!isObserved) return sumsSentence(spent)
  return `${requests}, nothing was changed. ${observedIn(spent, accountMode)} What each mode saves: compaction estimate`
}
