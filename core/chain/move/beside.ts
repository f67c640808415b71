// What is asked beside a conversation: behind a system text of its own, without its tools. The provider keeps the history behind that text as well,
// and no record of the conversation tells of it. Pure.

import type { Chain } from '../chain.ts'
import { lacksItsTools } from '../identity/frame.ts'
import { shortDigest } from '../identity/identity.ts'
import type { Claim } from '../record/store.ts'
import { lossOfAll } from './balance-now.ts'
import type { Layout } from './layout.ts'

/** What it would cost to write that again, which all that moves in the conversation leaves room for. */
export interface Beside {
  readonly conversation: string
  readonly claim: Claim
}

/** `undefined`: it is asked in the conversation, or nothing of it is cached. `layout`: of the body as forwarded. */
export const besideOf = (chain: Chain, layout: Layout): Beside | undefined => {
  const { heads, known, asked } = chain
  if (known === undefined || asked.lifetimeMs === 0 || !lacksItsTools(heads.frame, known.state.frame)) return undefined
  const risk = Math.ceil(lossOfAll(chain, known.state, layout))
  const by = shortDigest(heads.own.digest)
  // It has happened: there is no room to ask for.
  return { conversation: heads.conversation, claim: { by, risk, room: Number.MAX_SAFE_INTEGER } }
}
