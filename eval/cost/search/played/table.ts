// The table of records as the search plays it: it fails to answer, loses what it is given, or takes it in late, as often as the
// shape says.

import { ofMet } from '../../../../core/chain/identity/identity.ts'
import type { ChainStore } from '../../../../core/chain/record/store.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { chanceOf } from '../../sessions/chance.ts'
import type { MadeUpSession } from '../client/session.ts'

export interface PlayedTable {
  /** The table as one environment sees it. */
  of(store: ChainStore): ChainStore
  /** A request comes. */
  begins(): void
  /** It has read what it reads: what was late arrives. */
  hasRead(): Promise<void>
}

const unreachable = (): Promise<never> => Promise.reject(new StoreUnreachable('The table does not answer.'))

/** An outage lasts so many requests at most. */
const longestOutage = 6

export const playedTable = ({ shape, name }: Pick<MadeUpSession, 'shape' | 'name'>): PlayedTable => {
  const { fails, outages, late, lost } = shape.table
  const chance = chanceOf('table', name.number)
  const chanceOfNotes = chanceOf('notes in the table', name.number)
  /** What is noted of a conversation once draws for itself: its records fail where they always did. */
  const drawFor = (head = ''): number => (head.startsWith(ofMet) ? chanceOfNotes() : chance())
  let down = 0
  const underWay: (() => Promise<unknown>)[] = []
  const read = <Value>(ask: () => Promise<Value>, head?: string): Promise<Value> =>
    down > 0 || drawFor(head) < fails ? unreachable() : ask()
  const write = <Value>(put: () => Promise<Value>, head?: string): Promise<Value> => {
    const fate = drawFor(head)
    if (down > 0 || fate < lost) return unreachable()
    if (fate >= lost + late) return put()
    underWay.push(put)
    return unreachable()
  }
  return {
    of: (store) => ({
      find: (heads, now) => read(() => store.find(heads, now), heads[0]),
      use: (conversation) => read(() => store.use(conversation)),
      claim: (conversation, claim, now) => read(() => store.claim(conversation, claim, now)),
      put: (head, record, over) => write(() => store.put(head, record, over), head),
      touch: (head, times) => write(() => store.touch(head, times)),
      note: (conversation, use) => write(() => store.note(conversation, use)),
    }),
    begins() {
      if (down > 0) down -= 1
      else if (outages > 0 && chance() < outages) down = 1 + Math.floor(chance() * longestOutage)
    },
    async hasRead() {
      for (const put of underWay.splice(0)) await put()
    },
  }
}
