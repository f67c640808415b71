// What is noted of a conversation's use, for its other branches.

import type { Chain } from '../chain.ts'
import { restNotedMs } from '../held/cache-state.ts'
import type { ConversationUse } from '../record/store.ts'
import type { Moved } from './moved.ts'

export interface UseNote extends Pick<ConversationUse, 'usedBy' | 'shortened'> {
  readonly conversation: string
  /** The longest that the provider may keep the conversation, whatever stands around it, in milliseconds. */
  readonly lifetimeMs: number
}

/**
 * What is noted of this use: now and then that there is one, and what travels shortened whenever that changes and after each rest, so
 * that a branch that has rested longer can send the same.
 */
export const useOf = (
  { heads, known, asked, prices, now }: Chain,
  { turn, digests }: Moved,
): { readonly notedAt: number; readonly note?: UseNote } => {
  const notedAt = heads.own === heads.root ? now : (known?.state.rootUsedAt ?? 0)
  const hasRested = known !== undefined && (known.cold || known.forgotten || known.inUse)
  const isChanged = hasRested || turn !== undefined
  if (asked.lifetimeMs === 0 || (!isChanged && now - notedAt <= restNotedMs(prices))) return { notedAt }
  const marked = Math.max(0, ...asked.markers.map(({ lifetime }) => lifetime.possiblyMs))
  const lifetimeMs = asked.surelyEnds === 'markers' ? marked : asked.lifetimeMs
  const shortened = isChanged ? digests : []
  return { notedAt: now, note: { conversation: heads.conversation, usedBy: heads.own.key, lifetimeMs, shortened } }
}
