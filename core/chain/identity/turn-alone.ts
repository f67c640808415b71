// What one turn of a client is known by where its provider keeps all that stands before it. Such a request brings neither the
// history nor the answer that it goes on from: all that it has in common with a later one that brings the whole conversation is the turn itself.

import { createHash } from 'node:crypto'
import type { Transcript } from '../../transcript/transcript.ts'
import { chainKeyOf } from './chain-key.ts'
import { keyed } from './keyed-digest.ts'
import { feedOf } from './said-last.ts'
import { silentIn } from './said-texts.ts'

/** How the key of what is noted of a turn alone begins; no digest has a dot. */
export const ofTurnAlone = 'turn.'

/**
 * The key of the turn that ends with the message before this one, for an account with this secret (32 bytes in base64), in this cache. Its last
 * message that says something alone counts, because a client may put each result beside its call. Throws for any other secret.
 */
export const turnAloneKeys = (transcript: Transcript, secret: string, cache: string): ((end: number) => string) => {
  const feed = feedOf(transcript)
  const kind = JSON.stringify(['turn alone', transcript.dialect, cache])
  const isSilent = silentIn(transcript)
  return (end) => {
    const hash = createHash('sha256')
    const last = transcript.messages.slice(0, end).findLastIndex((_, index) => !isSilent(index))
    feed(hash, last, last + 1)
    return `${ofTurnAlone}${keyed(chainKeyOf(secret), kind, hash.digest())}`
  }
}
