// What several requests bring at once goes in one form with all of them.

import { describe, expect, it } from 'vitest'
import { askedAtOnce } from '../../../../core/compaction/decision/asked-at-once.ts'
import { type Asking, decide } from '../../../../core/compaction/decision/decide.ts'
import { decisionMemory } from '../../../../core/compaction/decision/memory.ts'
import type { Compressor } from '../../../../core/compressor/compressor.ts'

const minute = 60_000
const now = 1_000 * minute
const { signal } = new AbortController()

/** Answers, or does not, when it is told to. */
const compressorOnCall = () => {
  const calls: { readonly texts: readonly string[]; readonly answer: () => void; readonly fail: () => void }[] = []
  const compressor: Compressor = {
    available: ['adeline-1'],
    compress: ({ texts }) =>
      new Promise((resolve, reject) => {
        calls.push({
          texts,
          answer: () =>
            resolve({
              engine_version: 'adeline-1.0.0',
              results: texts.map((text) => ({
                kept: [[0, 1]],
                tokens_before: text.length,
                tokens_after: 1,
                rate_reached: 0.9,
                floor_reached: false,
              })),
            }),
          fail: () => reject(new Error('The compressor does not answer.')),
        })
      }),
  }
  return { calls, compressor }
}

const asking = (compressor: Compressor) => {
  const memory = decisionMemory()
  const parameters = { engine: 'adeline-1' }
  return (at: number): Asking => ({
    compressor,
    memory,
    owner: 'acme',
    parameters,
    mode: 'arrival',
    pause: async () => {},
    claim: (keys) => memory.claim(keys, at, signal),
  })
}

const rested = () => new Promise((resolve) => setImmediate(resolve))
const forms = async (decided: ReturnType<typeof decide>) =>
  (await decided).decisions.map((one) => (typeof one === 'object' ? 'shorter' : 'whole'))

describe('texts that several requests bring at once', () => {
  it('are asked about once, and go as the first is answered', async () => {
    const { calls, compressor } = compressorOnCall()
    const at = asking(compressor)
    const first = decide([{ text: 'a list of files' }], at(now), signal)
    await rested()
    const second = decide([{ text: 'a list of files' }, { text: 'a log of a build' }], at(now), signal)
    await rested()
    expect(calls.map(({ texts }) => texts)).toEqual([['a list of files']])
    calls[0]?.answer()
    await rested()
    expect(calls.map(({ texts }) => texts)).toEqual([['a list of files'], ['a log of a build']])
    calls[1]?.answer()
    expect(await forms(first)).toEqual(['shorter'])
    expect(await forms(second)).toEqual(['shorter', 'shorter'])
  })

  it('go whole with all where the first had no answer, for five minutes', async () => {
    const { calls, compressor } = compressorOnCall()
    const at = asking(compressor)
    const first = decide([{ text: 'a list of files' }], at(now), signal)
    await rested()
    const second = decide([{ text: 'a list of files' }], at(now), signal)
    calls[0]?.fail()
    expect(await forms(first)).toEqual(['whole'])
    expect(await forms(second)).toEqual(['whole'])
    expect(await forms(decide([{ text: 'a list of files' }], at(now + 4 * minute), signal))).toEqual(['whole'])
    expect(calls).toHaveLength(1)
    const later = decide([{ text: 'a list of files' }], at(now + 6 * minute), signal)
    await rested()
    calls[1]?.answer()
    expect(await forms(later)).toEqual(['shorter'])
  })

  it('are asked about by one of those that have waited, and then by nobody', async () => {
    const asked = askedAtOnce(() => false)
    const first = await asked.claim(['a'], now, signal)
    const waiting = [1, 2].map(async () => {
      const claimed = await asked.claim(['a'], now, signal)
      await rested()
      claimed.release([])
      return claimed.unanswered.size
    })
    first.release([])
    expect(await Promise.all(waiting)).toEqual([0, 0])
  })

  it('keep nobody waiting once they are known', async () => {
    const { calls, compressor } = compressorOnCall()
    const at = asking(compressor)
    const first = decide([{ text: 'a list of files' }], at(now), signal)
    await rested()
    const others = ['a log', 'a diff'].map((text) => decide([{ text: 'a list of files' }, { text }], at(now), signal))
    calls[0]?.answer()
    await first
    await rested()
    expect(calls.map(({ texts }) => texts)).toEqual([['a list of files'], ['a log'], ['a diff']])
    for (const { answer } of calls) answer()
    for (const other of others) expect(await forms(other)).toEqual(['shorter', 'shorter'])
  })

  it('keep nobody waiting beyond its own deadline', async () => {
    const asked = askedAtOnce(() => false)
    const first = await asked.claim(['a'], now, signal)
    const deadline = new AbortController()
    const waiting = asked.claim(['a', 'b'], now, deadline.signal)
    deadline.abort()
    const { unanswered, release } = await waiting
    expect([...unanswered]).toEqual(['a'])
    release(['a', 'b'])
    first.release([])
    expect([...(await asked.claim(['a', 'b'], now, signal)).unanswered]).toEqual(['b'])
  })

  it('are no matter of a clock that is put back', async () => {
    const asked = askedAtOnce(() => false)
    const first = await asked.claim(['a'], now, signal)
    first.release(['a'])
    expect((await asked.claim(['a'], now - 6 * minute, signal)).unanswered.size).toBe(0)
  })

  it('are forgotten, the oldest first, beyond a number of texts', async () => {
    const asked = askedAtOnce(() => false, 1)
    const first = await asked.claim(['a', 'b'], now, signal)
    first.release(['a', 'b'])
    expect([...(await asked.claim(['a', 'b'], now, signal)).unanswered]).toEqual(['b'])
  })
})
