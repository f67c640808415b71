// What the issuer remembers: sessions, codes and tokens, in the memory of its process. The library brings a memory of its own, and
// warns at every start that it forgets; here nothing is to be kept.

import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Kept {
  readonly payload: AdapterPayload
  readonly until: number
}

/** More than the people of a machine ever hold; beyond it what came first goes, so that no loop of requests fills the memory. */
const mostKept = 1_000

/** One for each issuer. `now` in milliseconds. */
export const issuerMemory = (now: () => number = Date.now): AdapterFactory => {
  const kept = new Map<string, Kept>()

  const read = (key: string): AdapterPayload | undefined => {
    const found = kept.get(key)
    if (found === undefined || found.until > now()) return found?.payload
    kept.delete(key)
    return undefined
  }

  const forgetFirst = (): void => {
    for (const [key] of kept) {
      if (kept.size < mostKept) return
      kept.delete(key)
    }
  }

  return (model): Adapter => {
    const keyOf = (id: string): string => `${model}:${id}`
    const isOfModel = (key: string): boolean => key.startsWith(keyOf(''))
    const findBy = async (member: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> => {
      for (const key of kept.keys()) {
        const payload = isOfModel(key) ? read(key) : undefined
        if (payload?.[member] === value) return payload
      }
      return undefined
    }
    return {
      async upsert(id, payload, expiresIn) {
        kept.delete(keyOf(id))
        forgetFirst()
        kept.set(keyOf(id), { payload, until: expiresIn === undefined ? Infinity : now() + expiresIn * 1000 })
      },
      find: async (id) => read(keyOf(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = read(keyOf(id))
        if (payload !== undefined) payload.consumed = Math.floor(now() / 1000)
      },
      async destroy(id) {
        kept.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of kept) if (isOfModel(key) && payload.grantId === grantId) kept.delete(key)
      },
    }
  }
}
