import { expect, it, onTestFinished, vi } from 'vitest'
import { importAnew } from '../../../import-anew.ts'

const address = new URL('../../../../core/json/webassembly/instance.ts', import.meta.url)

it('leaves bodies to the plain reader where the runtime has no WebAssembly', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { inWebAssembly } = (await importAnew(
    address,
  )) as typeof import('../../../../core/json/webassembly/instance.ts')
  expect(inWebAssembly(1)).toBeUndefined()
})
