// Which digests a record tells beside that of its own end.

import { describe, expect, it } from 'vitest'
import type { Chain, KnownChain } from '../../../../core/chain/chain.ts'
import { shortDigest } from '../../../../core/chain/identity/identity.ts'
import { toldDigests } from '../../../../core/chain/remember/told-digests.ts'

const head = (turn: number) => ({ turn, digest: `digest of the turn ${turn}`, messages: 2 * turn - 1 })
const [own, last, before, old] = [head(9), head(8), head(7), head(2)]

interface Made {
  readonly known?: object
  readonly possiblyEnds?: string
  readonly unthought?: number
  /** How many pictures are named, of some. */
  readonly named?: number
}
const told = ({ known, possiblyEnds = 'markers', unthought, named }: Made) => {
  const asked: unknown[] = []
  const chain = {
    heads: {
      own,
      earlier: [last, before],
      older: [old],
      saidUpTo: ({ messages }: { messages: number }) => `said ${messages}`,
      shownUpTo: ({ messages }: { messages: number }) =>
        named === undefined ? undefined : { upTo: `beside pictures ${messages}`, named },
    },
    known,
    prices: { possiblyEnds },
    unthoughtTurn(one: unknown) {
      asked.push(one)
      return unthought
    },
  } as unknown as Chain
  return { ...toldDigests(chain), asked }
}
const known = (changed: boolean, state: object = {}): Partial<KnownChain> =>
  ({ changed, head: last, state: { cachedEnds: [], ...state } }) as unknown as KnownChain
const digests = (...heads: readonly { readonly turn: number; readonly digest: string }[]) =>
  new Map(heads.map(({ turn, digest }) => [turn, shortDigest(digest)]))

describe('ends of turns that had none', () => {
  it('are told where nobody knows the history, if it may be read from anywhere', () => {
    expect(told({ possiblyEnds: 'anywhere' }).upToEarlier).toEqual(digests(last, before))
    expect(told({ possiblyEnds: 'markers' }).upToEarlier).toBeUndefined()
  })

  it('are told where the client has changed history, of what may be cached and has none', () => {
    const cachedEnds = [{ turn: 2 }, { turn: 7, upTo: 'told' }, { turn: 8 }]
    expect(told({ known: known(true, { cachedEnds }) }).upToEarlier).toEqual(digests(last, old))
  })

  it('are told no more once the record is of this history', () => {
    const cachedEnds = [{ turn: 8 }]
    for (const possiblyEnds of ['anywhere', 'markers'])
      expect(told({ known: known(false, { cachedEnds }), possiblyEnds }).upToEarlier).toBeUndefined()
  })
})

describe('the last turn that was sent without thinking', () => {
  const noted = { turn: 7, upTo: 'as it was said' }

  it('is that of the record before as long as it is the same', () => {
    expect(told({ known: known(false, { unthought: noted }), unthought: 7 }).unthought).toBe(noted)
  })

  it('is told anew where it has moved on, or where another history was known', () => {
    expect(told({ known: known(false, { unthought: noted }), unthought: 8 }).unthought).toEqual({
      turn: 8,
      upTo: 'said 15',
    })
    expect(told({ known: known(true, { unthought: noted }), unthought: 7 }).unthought).toEqual({
      turn: 7,
      upTo: 'said 13',
    })
    expect(told({ unthought: 9 }).unthought).toEqual({ turn: 9, upTo: 'said 17' })
  })

  it('is none where there is none, or none that is near', () => {
    expect(told({}).unthought).toBeUndefined()
    expect(told({ known: known(false, { unthought: noted }) }).unthought).toBeUndefined()
    expect(told({ unthought: 2 }).unthought).toBeUndefined()
  })

  it('is looked for behind what the record of the same history says', () => {
    expect(told({ known: known(false, { unthought: noted }) }).asked).toEqual([{ head: last, unthought: 7 }])
    expect(told({ known: known(true, { unthought: noted }) }).asked).toEqual([undefined])
  })
})

describe('a history with pictures', () => {
  it('is told up to its own end, without what they show', () => {
    expect(told({ named: 2 }).shown).toEqual({ turn: 9, upTo: 'beside pictures 17', named: 2 })
    expect(told({}).shown).toBeUndefined()
  })
})
