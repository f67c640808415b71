// Behind a front door, only requests that carry its secret are admitted.

import { describe, expect, it } from 'vitest'
import { originSecretHeader, requireFrontDoor } from '../../../core/access/front-door.ts'
import { forUpstream } from '../../../core/http/header-policy.ts'
import { Refusal, refusalBody } from '../../../core/http/refusal.ts'

const refusalOf = (headers: Record<string, string>, accepted: readonly string[]): unknown => {
  try {
    requireFrontDoor(headers, accepted)
    return 'no refusal'
  } catch (error) {
    return error
  }
}

describe('the front door', () => {
  it('is not required where none is configured', () => {
    expect(refusalOf({}, [])).toBe('no refusal')
    expect(refusalOf({ [originSecretHeader]: 'anything' }, [])).toBe('no refusal')
  })

  it.each(['second', 'first'])('admits the secret %s while both are accepted', (secret) => {
    expect(refusalOf({ [originSecretHeader]: secret }, ['second', 'first'])).toBe('no refusal')
  })

  it.each([
    {},
    { [originSecretHeader]: '' },
    { [originSecretHeader]: 'first' },
    { [originSecretHeader]: 'second,first' },
  ])('refuses %j with 403 and points to the base URL, without naming a secret', (headers) => {
    const refusal = refusalOf(headers, ['second'])

    if (!(refusal instanceof Refusal)) throw new Error('It was admitted.')
    expect(refusal.status).toBe(403)
    expect(JSON.parse(refusalBody(refusal)).error).toMatchObject({
      type: 'permission_error',
      message: expect.stringContaining('base URL'),
    })
    expect(refusalBody(refusal)).not.toMatch(/first|second/)
  })

  it('keeps its secret from upstreams', () => {
    expect(forUpstream({ [originSecretHeader]: 'second' }, {}, [])).not.toHaveProperty(originSecretHeader)
  })
})
