import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { chainKeyOf } from '../../../../core/chain/identity/chain-key.ts'

const secretOf = (byte: number, bytes = 32): string => Buffer.alloc(bytes, byte).toString('base64')

it('is the secret, whichever were asked for before', () => {
  for (const byte of [1, 2, 1, ...Array.from({ length: 150 }, (_, index) => index), 1]) {
    const digest = createHmac('sha256', Buffer.alloc(32, byte)).update('said').digest('hex')
    expect(
      createHmac('sha256', chainKeyOf(secretOf(byte)))
        .update('said')
        .digest('hex'),
    ).toBe(digest)
  }
})

it('is made of 32 bytes alone', () => {
  for (const bytes of [0, 16, 31, 33]) expect(() => chainKeyOf(secretOf(1, bytes))).toThrow(RangeError)
})
