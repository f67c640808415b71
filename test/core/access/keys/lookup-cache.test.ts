import { describe, expect, it } from 'vitest'
import type { ServiceKey } from '../../../../core/access/account.ts'
import { cachedAccounts, cachedKeys } from '../../../../core/access/keys/lookup-cache.ts'
import type { KeyStore } from '../../../../core/access/keys/stores.ts'
import { StoreBusy, StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { account, serviceKey } from '../callers.ts'

/** A store that counts its calls; the test changes its items and makes it fail. */
const countingStore = () => {
  const state = { items: new Map<string, ServiceKey>(), reads: 0, touches: 0, failing: undefined as Error | undefined }
  const store: KeyStore = {
    async find(keyHash) {
      state.reads += 1
      await Promise.resolve()
      if (state.failing !== undefined) throw state.failing
      return state.items.get(keyHash)
    },
    async touch() {
      state.touches += 1
      if (state.failing !== undefined) throw state.failing
    },
  }
  return { state, store }
}

const prepare = (options: { knownSeconds?: number; capacity?: number } = {}) => {
  const { state, store } = countingStore()
  const clock = { now: 1_000_000 }
  const keys = cachedKeys(store, { now: () => clock.now, ...options })
  const { key } = serviceKey()
  state.items.set(key.keyHash, key)
  return { state, clock, keys, key }
}

const outage = new StoreUnreachable('down')

describe('a known key', () => {
  it('is read once in 60 seconds; a revocation takes effect after that', async () => {
    const { state, clock, keys, key } = prepare()
    await keys.find(key.keyHash)
    state.items.set(key.keyHash, { ...key, revokedAt: '2026-11-03T10:00:00.000Z' })

    clock.now += 59_999
    const before = await keys.find(key.keyHash)
    clock.now += 1
    const after = await keys.find(key.keyHash)

    expect(before?.revokedAt).toBeUndefined()
    expect(after?.revokedAt).toBeDefined()
    expect(state.reads).toBe(2)
  })

  it('is read again when the clock is put back by more than that, and is a known one during an outage all the same', async () => {
    const { state, clock, keys, key } = prepare()
    await keys.find(key.keyHash)
    state.items.set(key.keyHash, { ...key, revokedAt: '2026-11-03T10:00:00.000Z' })

    clock.now -= 59_999
    const before = await keys.find(key.keyHash)
    clock.now -= 1
    state.failing = outage
    const meanwhile = await keys.find(key.keyHash)
    state.failing = undefined
    clock.now -= 60_001
    const after = await keys.find(key.keyHash)

    expect([before?.revokedAt, meanwhile?.revokedAt]).toEqual([undefined, undefined])
    expect(after?.revokedAt).toBeDefined()
    expect(state.reads).toBe(3)
  })

  it('is no longer known during an outage when the clock is put back by hours', async () => {
    const { state, clock, keys, key } = prepare()
    await keys.find(key.keyHash)
    clock.now -= 3_600_000
    state.failing = outage

    await expect(keys.find(key.keyHash)).rejects.toBe(outage)
  })

  it('is cached for the configured time, or not at all', async () => {
    const short = prepare({ knownSeconds: 1 })
    await short.keys.find(short.key.keyHash)
    short.clock.now += 1000
    await short.keys.find(short.key.keyHash)
    const never = prepare({ knownSeconds: 0 })
    await never.keys.find(never.key.keyHash)
    await never.keys.find(never.key.keyHash)

    expect([short.state.reads, never.state.reads]).toEqual([2, 2])
  })

  it('is read once for many simultaneous lookups', async () => {
    const { state, keys, key } = prepare()

    const found = await Promise.all(Array.from({ length: 50 }, () => keys.find(key.keyHash)))

    expect(state.reads).toBe(1)
    expect(found.every((one) => one === key)).toBe(true)
  })

  it('is served from cache for up to five minutes while the store is unreachable, and is asked for every five seconds', async () => {
    const { state, clock, keys, key } = prepare()
    await keys.find(key.keyHash)
    state.failing = outage

    clock.now += 60_000
    const served = await keys.find(key.keyHash)
    const readsAtOnce = state.reads
    clock.now += 4999
    await keys.find(key.keyHash)
    const readsSoon = state.reads
    clock.now += 1
    await keys.find(key.keyHash)
    const readsLater = state.reads
    clock.now += 235_000
    const atTheEnd = await keys.find(key.keyHash)
    clock.now += 1

    expect(served).toBe(key)
    expect([readsAtOnce, readsSoon, readsLater]).toEqual([2, 2, 3])
    expect(atTheEnd).toBe(key)
    await expect(keys.find(key.keyHash)).rejects.toBe(outage)
  })

  it('is served from cache while the store is busy with it, and asked for every five seconds; others are still asked for', async () => {
    const { state, clock, keys, key } = prepare()
    const other = serviceKey().key
    state.items.set(other.keyHash, other)
    await keys.find(key.keyHash)
    await keys.find(other.keyHash)
    clock.now += 60_000
    state.failing = new StoreBusy('hot')

    expect(await keys.find(key.keyHash)).toBe(key)
    clock.now += 4999
    expect(await keys.find(key.keyHash)).toBe(key)
    const readsSoon = state.reads
    state.failing = undefined
    await keys.find(other.keyHash)
    const readsOfOther = state.reads - readsSoon
    clock.now += 1
    await keys.find(key.keyHash)

    expect([readsSoon, readsOfOther, state.reads]).toEqual([3, 1, 5])
  })

  it('is read again as soon as the store answers', async () => {
    const { state, clock, keys, key } = prepare()
    await keys.find(key.keyHash)
    state.failing = outage
    clock.now += 300_001
    await expect(keys.find(key.keyHash)).rejects.toBe(outage)

    state.failing = undefined

    expect(await keys.find(key.keyHash)).toBe(key)
  })

  it('does not hide an error other than an outage', async () => {
    const { state, clock, keys, key } = prepare()
    await keys.find(key.keyHash)
    state.failing = new TypeError('a fault')
    clock.now += 60_000

    await expect(keys.find(key.keyHash)).rejects.toThrow(TypeError)
  })

  it('is dropped from the cache once the store no longer has it', async () => {
    const { state, clock, keys, key } = prepare()
    await keys.find(key.keyHash)
    state.items.clear()
    clock.now += 60_000
    const gone = await keys.find(key.keyHash)
    state.failing = outage
    clock.now += 5000

    expect(gone).toBeUndefined()
    await expect(keys.find(key.keyHash)).rejects.toBe(outage)
  })

  it('is evicted by other known keys only, never by unknown ones', async () => {
    const { state, keys, key } = prepare({ capacity: 2 })
    const other = serviceKey().key
    const third = serviceKey().key
    for (const one of [other, third]) state.items.set(one.keyHash, one)
    await keys.find(key.keyHash)
    for (let guess = 0; guess < 10; guess += 1) await keys.find(`unknown-${guess}`)
    const readsBefore = state.reads

    await keys.find(key.keyHash)
    const readsAfterGuesses = state.reads
    await keys.find(other.keyHash)
    await keys.find(third.keyHash)
    await keys.find(key.keyHash)

    expect(readsAfterGuesses).toBe(readsBefore)
    expect(state.reads).toBe(readsBefore + 3)
  })
})

describe('an unknown key', () => {
  it('is read once in five seconds, and is found after that if it was issued meanwhile', async () => {
    const { state, clock, keys } = prepare()
    const { key } = serviceKey()
    await keys.find(key.keyHash)
    state.items.set(key.keyHash, key)

    clock.now += 4999
    const before = await keys.find(key.keyHash)
    clock.now += 1
    const after = await keys.find(key.keyHash)

    expect(before).toBeUndefined()
    expect(after).toBe(key)
    expect(state.reads).toBe(2)
  })

  it('is found at once when the clock is put back after it was looked for', async () => {
    const { state, clock, keys } = prepare()
    const { key } = serviceKey()
    await keys.find(key.keyHash)
    state.items.set(key.keyHash, key)
    clock.now -= 5000

    expect(await keys.find(key.keyHash)).toBe(key)
  })

  it('counts as an outage, not as unknown, while the store is unreachable', async () => {
    const { state, keys } = prepare()
    state.failing = outage

    await expect(keys.find('anything')).rejects.toBe(outage)
    await expect(keys.find('anything')).rejects.toBe(outage)
  })
})

describe('the record of a key’s use', () => {
  it('is sent to the store once an hour, even if the store fails', async () => {
    const { state, keys, key } = prepare()
    state.failing = outage

    await expect(keys.touch(key.keyHash, 0)).rejects.toBe(outage)
    await keys.touch(key.keyHash, 3_599_999)
    const touches = state.touches
    state.failing = undefined
    await keys.touch(key.keyHash, 3_600_000)

    expect([touches, state.touches]).toEqual([1, 2])
  })
})

it('accounts are cached by the same rules', async () => {
  const acme = account()
  const clock = { now: 0 }
  let reads = 0
  const accounts = cachedAccounts(
    {
      async find() {
        reads += 1
        if (reads > 1) throw outage
        return acme
      },
    },
    { now: () => clock.now },
  )
  await accounts.find('acme')
  clock.now = 59_999
  await accounts.find('acme')
  const readsFresh = reads
  clock.now = 300_000

  expect(readsFresh).toBe(1)
  expect(await accounts.find('acme')).toBe(acme)
})
