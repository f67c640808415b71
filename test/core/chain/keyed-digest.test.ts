import { createHash, createHmac, createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chainKeyOf } from '../../../core/chain/chain-key.ts'
import { keyed, keyedOnce } from '../../../core/chain/keyed-digest.ts'

const secretOf = (byte: number) => chainKeyOf(Buffer.alloc(32, byte).toString('base64'))
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

it('is the same whether it is remembered or not, for every secret, kind and digest', () => {
  const asked = [1, 2].flatMap((byte) =>
    ['frame', 'settings'].flatMap((kind) =>
      Array.from({ length: 150 }, (_, number) => [secretOf(byte), kind, digestOf(String(number))] as const),
    ),
  )

  const digests = [...asked, ...asked].map((one) => keyedOnce(...one))

  expect(digests).toEqual([...asked, ...asked].map((one) => keyed(...one)))
  expect(new Set(digests).size).toBe(asked.length)
})

it('is the HMAC of the runtime, for secrets, kinds and digests of any length', () => {
  const bytes = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength })
  const kinds = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 320 }),
    fc.string({ maxLength: 20 }),
    fc.constant('\ud83d half'),
  )
  fc.assert(
    fc.property(bytes(80), fc.array(fc.tuple(kinds, bytes(40)), { maxLength: 5 }), (secret, asked) => {
      const key = createSecretKey(secret)
      for (const [kind, digest] of asked)
        expect(keyed(key, kind, Buffer.from(digest))).toBe(
          createHmac('sha256', key).update(kind).update(digest).digest('base64url'),
        )
    }),
    { numRuns: 300 },
  )
  const key = createSecretKey(Buffer.alloc(32, 7))
  const widest = '東'.repeat(300)
  const digest = digestOf('')
  expect(keyed(key, widest, digest)).toBe(createHmac('sha256', key).update(widest).update(digest).digest('base64url'))
})
