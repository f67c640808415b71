import { expect, it } from 'vitest'
import { releaseMemory } from '../../../core/runtime/release-memory.ts'

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
