// What one turn of a client is known by where its provider keeps all that stands before it. Such a request brings neither the
// history nor the answer that it goes on from: all that it has in common with a later one that brings the whole conversation is the turn itself.

import { createHash } from 'node:crypto'
import type { Transcript } from '../../transcript/transcript.ts'
import { chainKeyOf } from './chain-key.ts'
import { keyed } from './keyed-digest.ts'
import { feedOf } from './said-last.ts'

/** How the key of what is noted of a turn alone begins; no digest has a dot. */
export const ofTurnAlone = 'turn.'

/**
 * The key of the turn that ends with the message before this one, for an account with this secret (32 bytes in base64), in this cache. Its last
 * message alone counts, because a client may put each result beside its call. Throws for any other secret.
 */
export const turnAloneKeys = (transcript: Transcript, secret: string, cache: string): ((end: number) => string) => {
  const feed = feedOf(transcript)
  const kind = JSON.stringify(['turn alone', transcript.dialect, cache])
  return (end) => {
    const hash = createHash('sha256')
    feed(hash, end - 1, end)
    return `${ofTurnAlone}${keyed(chainKeyOf(secret), kind, hash.digest())}`
  }
}
