import { beforeEach, describe, expect, it } from 'vitest'
import { issuerMemory } from '../../../local/dashboard/issuer-memory.ts'

describe('what the issuer remembers', () => {
  let clock: number
  let memory: ReturnType<typeof issuerMemory>
  beforeEach(() => {
    clock = 1_000_000
    memory = issuerMemory(() => clock)
  })

  it('is found by its id in its own model, until it has expired or is destroyed', async () => {
    const [codes, tokens] = [memory('AuthorizationCode'), memory('AccessToken')]
    await codes.upsert('a', { jti: 'a' }, 60)
    await codes.upsert('b', { jti: 'b' }, 60)
    expect([await codes.find('a'), await tokens.find('a')]).toEqual([{ jti: 'a' }, undefined])
    await codes.destroy('b')
    expect(await codes.find('b')).toBeUndefined()
    clock += 59_999
    expect(await codes.find('a')).toEqual({ jti: 'a' })
    clock += 1
    expect(await codes.find('a')).toBeUndefined()
  })

  it('shares what another factory call of the model has kept, and nothing with another issuer', async () => {
    await memory('Session').upsert('a', { uid: 'u' }, 60)
    expect(await memory('Session').findByUid('u')).toEqual({ uid: 'u' })
    expect(await memory('Interaction').findByUid('u')).toBeUndefined()
    expect(await issuerMemory(() => clock)('Session').findByUid('u')).toBeUndefined()
  })

  it('says of a code that it was used', async () => {
    const codes = memory('AuthorizationCode')
    await codes.upsert('a', {}, 60)
    await codes.consume('a')
    expect(await codes.find('a')).toEqual({ consumed: 1_000 })
  })

  it('forgets what a grant gave, and nothing of another', async () => {
    const tokens = memory('AccessToken')
    await tokens.upsert('a', { grantId: 'one' }, 60)
    await tokens.upsert('b', { grantId: 'two' }, 60)
    await tokens.revokeByGrantId('one')
    expect([await tokens.find('a'), await tokens.find('b')]).toEqual([undefined, { grantId: 'two' }])
  })

  it('keeps no more than a thousand, and what came last', async () => {
    const interactions = memory('Interaction')
    for (let id = 0; id <= 1_000; id += 1) await interactions.upsert(String(id), {}, 60)
    expect([await interactions.find('0'), await interactions.find('1'), await interactions.find('1000')]).toEqual([
      undefined,
      {},
      {},
    ])
  })
})
