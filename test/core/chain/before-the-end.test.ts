// Who goes on before the answer has ended: its record is still to come, and what it has sent has to be known.

import { describe, expect, it } from 'vitest'
import type { ChainStore } from '../../../core/chain/record/store.ts'
import { lettersClient } from './letters-client.ts'

/** Two requests, an hour's rest, and one that moves text for nothing, whose answer has not ended. */
const moving = async (change?: (store: ChainStore) => ChainStore) => {
  const begin = lettersClient(change)
  for (const [minutes, words] of [
    [0, 'a'],
    [1, 'ab'],
  ] as const)
    await (await begin(minutes, words)).end()
  return { begin, last: await begin(60, 'abc') }
}

describe('a client that goes on before the answer has ended', () => {
  it('has the text sent again as it was sent, and pays for no rewrite', async () => {
    const { begin, last } = await moving()
    expect(last.sent).toBe('abC')

    const next = await begin(60.1, 'abcd')
    expect(next.sent).toBe('abCD')
    await last.end()
    expect((await next.end()).cacheRewriteTokens).toBe(0)
  })

  it('finds what the answer has told once it has ended', async () => {
    const { begin, last } = await moving()
    const next = await begin(60.1, 'abcd')
    await last.end()
    await next.end()

    // What was decided of the third result behind its own answer moves once a rest makes it free.
    expect((await begin(120, 'abcdx')).sent).toBe('abcdX')
  })

  it('goes on from the record before that one where nothing has moved', async () => {
    const put: (string | undefined)[] = []
    const begin = lettersClient((store) => ({
      ...store,
      put: async (head, record, over) => {
        // Of conversations alone: no digest has a dot, and all other keys have one.
        if (!head.includes('.')) put.push(record.leftBy)
        return store.put(head, record, over)
      },
    }))
    await (await begin(0, 'a')).end()
    await begin(1, 'ab')
    expect((await begin(1.1, 'abc')).sent).toBe('ABC')
    expect(put).toEqual([undefined])
  })
})
