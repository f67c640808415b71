import { describe, expect, it } from 'vitest'
import type { ServiceKey } from '../../../core/access/account.ts'
import { newToken } from '../../../core/access/keys/token.ts'
import { withoutTokens } from '../../../core/people/person-tokens.ts'
import { memoryKeys } from '../../../testkit/memory/keys.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')

describe('the end of a right to tokens', () => {
  it('revokes those of that person and account, and one that is given out while it is written', async () => {
    const items = new Map<string, ServiceKey>()
    const keys = memoryKeys(items)
    const given = async (accountId: string, personId: string): Promise<string> => {
      const { key } = newToken(accountId, { personId, device: 'laptop' }, new Uint8Array(32).fill(items.size), now)
      await keys.put(key)
      return key.keyHash
    }
    const before = await given('acme', 'ana')
    const others = [await given('acme', 'ben'), await given('other', 'ana')]
    const isRevoked = (keyHash: string): boolean => items.get(keyHash)?.revokedAt !== undefined
    let wasRevokedBefore = false
    const meanwhile = await withoutTokens(keys, 'acme', 'ana', now, () => {
      wasRevokedBefore = isRevoked(before)
      return given('acme', 'ana')
    })

    expect(wasRevokedBefore).toBe(true)
    expect([before, meanwhile].map(isRevoked)).toEqual([true, true])
    expect(others.map(isRevoked)).toEqual([false, false])
  })
})
