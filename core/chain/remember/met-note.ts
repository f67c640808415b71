// What is noted of a conversation once, with the first request of it that anybody knows in a cache.

import type { Chain } from '../chain.ts'

/** So many caches are noted: that there is a second one is all that anybody asks. */
export const mostMet = 2

export interface MetNote {
  readonly key: string
  /** The caches in which the service has met the conversation, the first one first. */
  readonly caches: readonly string[]
}

/** `undefined`: that it has met it is noted, or nobody can tell. */
export const metOf = ({ heads, known, asked, trouble, isMet, metIn = [] }: Chain): MetNote | undefined => {
  if (known !== undefined || trouble !== undefined) return undefined
  if (isMet === true ? metIn.length >= mostMet || metIn.length === 0 : asked.lifetimeMs === 0) return undefined
  return { key: heads.met, caches: [...metIn, heads.cache] }
}
