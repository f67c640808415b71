// Several requests go on from one record at once, and the clocks of their processes differ: near the end of a rest some would take
// everything for forgotten, while others send it as it was. The first decides for all of them.

import { clocksApartMs } from '../../caches/rules.ts'
import type { Chain, KnownChain } from '../chain.ts'
import { ofRest } from '../identity/identity.ts'
import type { RememberedChains } from '../record/remembered-chains.ts'
import { alikeMs } from '../record/store.ts'

/** Whether another process may say otherwise of a conversation that is over at that time. */
export const mayDisagree = ({ now }: Pick<Chain, 'now'>, overAt: number): boolean =>
  Math.abs(now - overAt) <= clocksApartMs

/** What the first has said, within `alikeMs`, of all that go on from this record: whether it has rested. What this clock says where nobody can be asked. */
export const agreedRest = async (
  hasRested: boolean,
  { now }: Pick<Chain, 'now'>,
  { key }: Pick<KnownChain, 'key'>,
  chains: Pick<RememberedChains, 'put' | 'look'>,
): Promise<boolean> => {
  const head = `${ofRest}${key}`
  const record = { state: Uint8Array.of(hasRested ? 1 : 0), lastSentAt: now, coldAt: now + alikeMs }
  try {
    if ((await chains.put(head, record)) === 'written') return hasRested
    const first = await chains.look(head, now)
    return first === undefined ? hasRested : first.state[0] === 1
  } catch {
    return hasRested
  }
}
