import { expect, it } from 'vitest'
import { releaseMemory, releaseOwnBlock } from '../../../core/runtime/release-memory.ts'

it('gives the memory of large bytes back, once', () => {
  const bytes = Buffer.allocUnsafeSlow(100_000).subarray(0, 90_000)
  releaseMemory(bytes)
  releaseMemory(bytes)
  expect([bytes.length, bytes.buffer.byteLength]).toEqual([0, 0])
})

it("leaves Node's own pool alone, and whatever is as small", () => {
  const pooled = Buffer.from('{}')
  const [small, shared] = [Buffer.alloc(40_000), Buffer.from(new SharedArrayBuffer(100_000))]
  for (const bytes of [pooled, small, shared]) releaseMemory(bytes)
  expect(pooled.toString()).toBe('{}')
  expect([small.length, shared.length]).toEqual([40_000, 100_000])
})

it("leaves WebAssembly's memory alone, which nobody can give back", () => {
  const bytes = new Uint8Array(new WebAssembly.Memory({ initial: 2 }).buffer)
  releaseMemory(bytes)
  expect(bytes.length).toBe(131_072)
})

it('gives bytes of any size back that have a block of their own, and none that share one', () => {
  const [own, part] = [Buffer.alloc(40_000), Buffer.allocUnsafeSlow(100_000).subarray(0, 90_000)]
  for (const bytes of [own, part]) releaseOwnBlock(bytes)
  expect([own.length, part.length]).toEqual([0, 90_000])
})
