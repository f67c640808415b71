import { expect, it, onTestFinished, vi } from 'vitest'

it('leaves bodies to the plain reader where the runtime has no WebAssembly', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  const { inWebAssembly } = await import('../../../../core/json/webassembly/instance.ts')
  expect(inWebAssembly(1)).toBeUndefined()
})
