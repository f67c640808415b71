import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { chainKeyOf } from '../../../../core/chain/identity/chain-key.ts'
import { keyed, keyedOnce } from '../../../../core/chain/identity/keyed-digest.ts'

const secretOf = (byte: number) => chainKeyOf(Buffer.alloc(32, byte).toString('base64'))
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

it('is the same whether it is remembered or not, for every secret, kind and digest', () => {
  const asked = [1, 2].flatMap((byte) =>
    ['frame', 'settings'].flatMap((kind) =>
      Array.from({ length: 400 }, (_, number) => [secretOf(byte), kind, digestOf(String(number))] as const),
    ),
  )

  const digests = [...asked, ...asked].map((one) => keyedOnce(...one))

  expect(digests).toEqual([...asked, ...asked].map((one) => keyed(...one)))
  expect(new Set(digests).size).toBe(asked.length)
})
