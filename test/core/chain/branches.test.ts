// Branches of one conversation: what one of them sends after a rest, because of what the others have sent meanwhile.

import { describe, expect, it } from 'vitest'
import { ofRest } from '../../../core/chain/identity/identity.ts'
import { type ChainStore, mostShortened } from '../../../core/chain/record/store.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import type { AnswerCompression } from '../../../testkit/memory/service-in-memory.ts'
import { lettersClient } from './letters-client.ts'

const client = (change?: (store: ChainStore) => ChainStore, compressor?: AnswerCompression) => {
  const begin = lettersClient(change, compressor)
  return async (
    minutes: number,
    words: string,
    around?: object,
  ): Promise<{ readonly sent: string; readonly receipt: Receipt }> => {
    const { sent, end } = await begin(minutes, words, around)
    return { sent, receipt: await end() }
  }
}

describe('a branch that has rested', () => {
  it('moves text for nothing when all other branches have rested as well', async () => {
    const ask = client()
    await ask(0, 'a')
    await ask(1, 'ab')
    expect((await ask(20, 'ax')).sent).toBe('aX')
  })

  it('moves nothing while another branch is in use', async () => {
    const ask = client()
    await ask(0, 'a')
    await ask(1, 'ab')
    await ask(5, 'abc')
    expect((await ask(9, 'abcd')).sent).toBe('ABCD')

    const { sent, receipt } = await ask(9.5, 'ax')
    expect(sent).toBe('AX')
    expect(receipt.cacheRewriteTokens).toBe(0)
  })

  it('sends shortened what another branch has sent so, and nothing else', async () => {
    const ask = client()
    await ask(0, 'a')
    await ask(1, 'ab')
    await ask(2, 'ax')
    expect((await ask(20, 'abc')).sent).toBe('abC')

    expect((await ask(20.5, 'axy')).sent).toBe('aXY')
    expect((await ask(21, 'ab')).sent).toBe('ab')
  })

  it('is found as it was sent last, not as it was sent before the rest', async () => {
    const ask = client()
    await ask(0, 'a')
    await ask(1, 'ab')
    await ask(20, 'abc')
    await ask(20.5, 'ab')
    expect((await ask(21, 'aby')).sent).toBe('abY')
  })

  it('moves nothing more when the list of what the others have sent shortened is full', async () => {
    const ask = client((store) => ({
      ...store,
      use: async (conversation) => {
        const use = await store.use(conversation)
        const others = Array.from({ length: mostShortened }, (_, index) => index)
        return use === undefined ? undefined : { ...use, shortened: [...use.shortened, ...others] }
      },
    }))
    await ask(0, 'a')
    await ask(1, 'ab')
    expect((await ask(20, 'abc')).sent).toBe('ABC')
  })

  it('moves nothing where nobody can say what the others do', async () => {
    const ask = client((store) => ({
      ...store,
      use: async () => {
        throw new StoreUnreachable('made up')
      },
    }))
    await ask(0, 'a')
    await ask(1, 'ab')
    expect((await ask(20, 'abc')).sent).toBe('ABC')
  })
})

describe('several branches at once', () => {
  it('each go on from a record of their own, although all have the same key', async () => {
    const puts: (readonly [head: string, outcome: string])[] = []
    const found: (string | undefined)[] = []
    const ask = client((store) => ({
      ...store,
      put: async (head, record, over) => {
        const outcome = await store.put(head, record, over)
        // Of conversations alone: no digest has a dot, and all other keys have one.
        if (!head.includes('.')) puts.push([head, outcome])
        return outcome
      },
      find: async (heads, now) => {
        const record = await store.find(heads, now)
        found.push(record?.head)
        return record
      },
    }))
    await ask(0, 'a')
    await ask(1, 'ab1')
    await ask(1, 'ab2')
    expect(puts.map(([, outcome]) => outcome)).toEqual(['written', 'written', 'kept', 'written'])
    expect(puts[2]?.[0]).toBe(puts[1]?.[0])

    await ask(1.2, 'ab2c')
    expect(found.slice(-2)).toEqual([puts[1]?.[0], puts[3]?.[0]])
    await ask(1.3, 'ab1d')
    expect(found.at(-1)).toBe(puts[1]?.[0])
  })
})

describe('a client that takes one of the last answers out', () => {
  it('finds what moved behind it as it was sent', async () => {
    const ask = client()
    await ask(0, 'abc')
    await ask(1, 'abcd')
    expect((await ask(20, 'abcde')).sent).toBe('abcdE')

    expect((await ask(20.2, 'abcefg')).sent).toBe('abcEFG')
  })

  it('goes on from the older record where nobody can say what was sent last', async () => {
    const ask = client((store) => ({
      ...store,
      use: async () => {
        throw new StoreUnreachable('made up')
      },
    }))
    await ask(0, 'abc')
    await ask(1, 'abcd')
    await ask(20, 'abcde')
    expect((await ask(20.2, 'abcefg')).sent).toBe('ABCEFG')
  })
})

describe('a branch from a turn with which no request has ended', () => {
  let isBroken = false
  const imported = async (change?: (store: ChainStore) => ChainStore) => {
    const ask = client(change)
    await ask(0, 'abcd')
    expect((await ask(20, 'abcde')).sent).toBe('abcdE')
    return ask
  }

  it('goes as what was used last of its history, and so does its retry', async () => {
    const ask = await imported()
    const { sent, receipt } = await ask(20.2, 'abx')
    expect(sent).toBe('abX')
    expect(receipt.reason).toBeUndefined()
    expect((await ask(20.3, 'abx')).sent).toBe('abX')
    expect((await ask(20.4, 'abxy')).sent).toBe('abXY')
  })

  it('goes as it was sent itself, where it was', async () => {
    const ask = client()
    await ask(0, 'abc')
    await ask(1, 'abcd')
    expect((await ask(1.2, 'abc')).sent).toBe('ABC')
  })

  it('goes as it was sent itself, also where the request that was noted last has left no record', async () => {
    let isLost = false
    const ask = await imported((store) => ({
      ...store,
      use: async (conversation) => {
        const use = await store.use(conversation)
        return isLost && use !== undefined ? { ...use, usedBy: 'nowhere' } : use
      },
    }))
    expect((await ask(20.2, 'abx')).sent).toBe('abX')
    isLost = true
    expect((await ask(20.3, 'abx')).sent).toBe('abX')
  })

  it('goes whole where nobody can say what was used last, and says so', async () => {
    const ask = await imported((store) => ({
      ...store,
      use: async (conversation) => {
        if (isBroken) throw new StoreUnreachable('made up')
        return store.use(conversation)
      },
    }))
    isBroken = true
    const { sent, receipt } = await ask(20.2, 'abx')
    expect(sent).toBe('ABX')
    expect(receipt.reason).toBe('chain-unavailable')
  })
})

describe('branches that go on at once from one record, by clocks that differ near the end of a rest', () => {
  /** None of those that go on at once finds what another has written. */
  const rested = async (change: (store: ChainStore) => Partial<ChainStore> = () => ({})) => {
    const noted = { is: true }
    const ask = client((store) => ({
      ...store,
      note: async (...use) => (noted.is ? store.note(...use) : undefined),
      touch: async (...times) => (noted.is ? store.touch(...times) : undefined),
      ...change(store),
    }))
    await ask(0, 'a')
    await ask(1, 'ab')
    await ask(1, 'ax')
    await ask(2, 'axy')
    noted.is = false
    return ask
  }

  it('all send it as it was, where it has not rested by the clock of the first', async () => {
    const ask = await rested()
    expect((await ask(8, 'axyu')).sent).toBe('AXYU')
    expect((await ask(10.5, 'axyv')).sent).toBe('AXYV')
  })

  it('all move what is free, where it has rested by the clock of the first', async () => {
    const ask = await rested()
    expect((await ask(10.5, 'axyu')).sent).toBe('axyU')
    expect((await ask(8, 'axyv')).sent).toBe('axyV')
  })

  it('do so where nobody else was ever there before', async () => {
    const ask = client((store) => ({ ...store, note: async () => {}, touch: async () => {} }))
    await ask(0, '')
    await ask(1, 'a')
    await ask(2, 'ab')
    expect((await ask(11.5, 'abu')).sent).toBe('abU')
    expect((await ask(9, 'abv')).sent).toBe('abV')
  })

  it('do not ask each other where no clock can differ by so much', async () => {
    const asked: string[] = []
    const ask = await rested((store) => ({
      put: async (head, record, over) => {
        if (head.startsWith(ofRest)) asked.push(head)
        return store.put(head, record, over)
      },
    }))
    expect((await ask(14, 'axyu')).sent).toBe('axyU')
    expect(asked).toEqual([])
  })

  it('do as their own clocks say where they cannot ask', async () => {
    const ask = await rested((store) => ({
      put: async (head, record, over) => {
        if (head.startsWith(ofRest)) throw new StoreUnreachable('made up')
        return store.put(head, record, over)
      },
    }))
    expect((await ask(8, 'axyu')).sent).toBe('AXYU')
    expect((await ask(10.5, 'axyv')).sent).toBe('axyV')
  })
})

/** Keeps the first quarter, a token a character. */
const deepCompressor: AnswerCompression = ({ engine, texts }) => ({
  engine_version: `${engine}.0.0`,
  results: texts.map(({ length }) => ({
    kept: [[0, Math.ceil(length / 4)] as [number, number]],
    tokens_before: length,
    tokens_after: Math.ceil(length / 4),
    rate_reached: 0.25,
    floor_reached: false,
  })),
})

describe('a move that is paid for', () => {
  const afterRest = async (change?: (store: ChainStore) => ChainStore) => {
    const ask = client(change, deepCompressor)
    await ask(0, 'abcd')
    expect((await ask(20, 'abcde')).sent).toBe('abcdE')
    await ask(20.1, 'abcdef')
    return ask
  }

  it('is made where what was saved covers it', async () => {
    const ask = await afterRest()
    expect((await ask(20.2, 'abcdefx')).sent).toBe('abcdEfX')
  })

  it('is made by a branch from before it as well, once nothing of that is surely held and others are in use', async () => {
    const ask = await afterRest()
    await ask(20.2, 'abcdefx')
    await ask(23, 'abcdefxz')
    const { sent, receipt } = await ask(26, 'abcdefu')
    expect(sent).toBe('abcdEfU')
    expect(receipt.cacheRewriteTokens).toBe(0)
  })

  it('is made alike by all who go on from one record at once, and by others as far as what was saved covers', async () => {
    const ask = await afterRest((store) => ({
      ...store,
      // It would cover both.
      claim: (conversation, claim, now) => store.claim(conversation, { ...claim, room: 0 }, now),
    }))
    await ask(20.2, 'abcdeg')
    for (const word of 'uvvw') expect((await ask(20.3, `abcdef${word}`)).sent).toBe(`abcdEf${word.toUpperCase()}`)
    expect((await ask(20.4, 'abcdegx')).sent).toBe('abcdEGX')
  })

  it.each([
    ['is not made where something was asked beside it without its tools', 'abcdEFX', {}],
    ['is made beside a branch that has them', 'abcdEfX', undefined],
  ])('%s', async (_what, expected, beside) => {
    const tools = { tools: [{ name: 'lookup', input_schema: { type: 'object' } }] }
    const ask = client(undefined, deepCompressor)
    await ask(0, 'abcd', tools)
    await ask(20, 'abcde', tools)
    await ask(20.1, 'abcdef', tools)
    await ask(20.15, 'abcdefu', beside ?? tools)
    expect((await ask(20.2, 'abcdefx', tools)).sent).toBe(expected)
  })

  it('is not made where it cannot be claimed', async () => {
    const ask = await afterRest((store) => ({
      ...store,
      claim: async () => {
        throw new StoreUnreachable('made up')
      },
    }))
    expect((await ask(20.2, 'abcdefx')).sent).toBe('abcdEFX')
  })
})
