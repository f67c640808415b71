import { expect, it, onTestFinished } from 'vitest'
import { HeldBytes } from '../../../core/runtime/held-bytes.ts'
import { sharedBytes } from '../../../core/runtime/shared-bytes.ts'

const filled = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(1)

it('keeps what comes in pieces', () => {
  const held = new HeldBytes(sharedBytes(1_000_000), 400_000)
  for (let at = 0; at < 300_000; at += 7) held.add(Uint8Array.of(at, at + 1, at + 2, at + 3, at + 4, at + 5, at + 6))
  expect(held.bytes().every((byte, index) => byte === (index & 0xff))).toBe(true)
  expect(held.length).toBe(300_006)
})

it('takes room from the one that began first, and gives its own back', () => {
  const shared = sharedBytes(400_000)
  const [old, other, young] = [0, 1, 2].map(() => new HeldBytes(shared, 400_000)) as [HeldBytes, HeldBytes, HeldBytes]
  old.add(filled(100_000))
  other.add(filled(100_000))
  young.add(filled(300_000))
  expect([old.isLost, other.isLost, young.isLost]).toEqual([true, false, false])
  expect([old.length, other.length, young.length]).toEqual([0, 100_000, 300_000])

  young.clear()
  old.clear()
  old.add(filled(300_000))
  expect([old.isLost, other.isLost, young.isLost]).toEqual([false, false, false])
})

it('loses what is larger than it may be, and begins anew', () => {
  const held = new HeldBytes(sharedBytes(1_000_000), 100_000)
  held.add(filled(100_001))
  held.add(filled(1))
  expect([held.isLost, held.length]).toEqual([true, 0])
  held.clear()
  held.add(filled(100_000))
  expect([held.isLost, held.length]).toEqual([false, 100_000])
})

it('copies where memory cannot be handed on, as on the oldest Node of the command line', () => {
  const { transfer } = ArrayBuffer.prototype
  onTestFinished(() => void Object.assign(ArrayBuffer.prototype, { transfer }))
  Object.assign(ArrayBuffer.prototype, { transfer: undefined })
  const held = new HeldBytes(sharedBytes(1_000_000), 400_000)
  for (let at = 0; at < 5_000; at += 1) held.add(Uint8Array.of(at))
  expect(held.bytes().every((byte, index) => byte === (index & 0xff))).toBe(true)
  held.drop()
  held.clear()
  held.add(filled(3))
  expect(held.bytes()).toEqual(Buffer.from(filled(3)))
})
