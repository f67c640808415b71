// What is noted of a conversation once, in each cache: with the first request that has an answer in it, or that brings a history which nobody knows there.

import type { Chain } from '../chain.ts'

/** So many caches are noted: that there is a second one is all that anybody asks. */
const mostMet = 2

export interface MetNote {
  readonly key: string
  /** The caches in which the service has met the conversation, the first one first. */
  readonly caches: readonly string[]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The note as it is stored: digests, none of which has a blank. The first two of these caches, each once. */
export const encodeMet = (caches: readonly string[]): Uint8Array =>
  encoder.encode([...new Set(caches)].slice(0, mostMet).join(' '))

export const decodeMet = (state: Uint8Array): readonly string[] => decoder.decode(state).split(' ')

/** `undefined`: that it has met it is noted, nobody can tell, or there is no answer by which it could be told. */
export const metOf = ({ heads, known, asked, trouble, isMet, metIn = [] }: Chain): MetNote | undefined => {
  const isFirst = known === undefined || (known.head.turn === 1 && heads.own.turn === 2)
  if (heads.met === undefined || !isFirst || trouble !== undefined) return undefined
  if (isMet === true ? metIn.length >= mostMet || metIn.length === 0 : asked.lifetimeMs === 0) return undefined
  return { key: heads.met, caches: [...metIn, heads.cache] }
}
