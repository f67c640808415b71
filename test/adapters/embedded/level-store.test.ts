// What the embedded store's keys and values do when the disk does not take a write.

import { MemoryLevel } from 'memory-level'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type KeyValues, openKeyValues } from '../../../adapters/embedded/level-store.ts'

const opened = async (): Promise<KeyValues> => {
  const store = await openKeyValues(undefined)
  onTestFinished(() => store.close())
  return store
}

/** The next batch fails as on a full disk; those after it would not. */
const failOnce = (): void => {
  const disk: { batch(changes: unknown): Promise<void> } = MemoryLevel.prototype
  const spy = vi.spyOn(disk, 'batch')
  onTestFinished(() => spy.mockRestore())
  spy.mockImplementationOnce(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('No space left on device')
  })
}

const all = async (store: KeyValues): Promise<string[]> => {
  const values: string[] = []
  for await (const value of store.values({ from: '', before: '~' })) values.push(value)
  return values
}

describe('a write that fails', () => {
  it('takes nothing with it that was written before', async () => {
    const store = await opened()
    await store.write([{ key: 'a', value: '1' }])
    failOnce()

    await expect(store.write([{ key: 'a', value: '2' }])).rejects.toThrow('No space')

    expect(store.get('a')).toBe('1')
    expect(await all(store)).toEqual(['1'])
  })

  it('fails what waited behind it, which was judged on what is lost, and leaves nothing of that', async () => {
    const store = await opened()
    await store.write([{ key: 'a', value: '1' }])
    failOnce()

    const writes = await Promise.allSettled(
      ['2', '3', '4'].map((value) => store.write([{ key: 'a', value: String(Number(store.get('a')) + 1) + value }])),
    )
    expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(store.get('a')).toBe('1')
    expect(await all(store)).toEqual(['1'])
  })

  it('is the last: behind a gap nothing is written, however often it is tried', async () => {
    const store = await opened()
    failOnce()
    for (const value of ['1', '2', '3']) await expect(store.write([{ key: 'a', value }])).rejects.toThrow('No space')
    expect(store.get('a')).toBeUndefined()
    expect(await all(store)).toEqual([])
  })
})
