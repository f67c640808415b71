// Builds the network of helene-1: AssemblyScript to WebAssembly, and that to a module that any bundle can hold. Run it with
// `node scripts/build-network.ts`. The result is in the repository, and a test builds it again and compares.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as asc from 'assemblyscript/asc'

const root = join(import.meta.dirname, '..')
const folder = 'compressor/engines/helene/learned'

/** The text of the module that holds the built network. Throws the compiler's own message. */
export const buildNetwork = async (): Promise<string> => {
  const written: Uint8Array[] = []
  const { error, stderr } = await asc.main(
    [
      `${folder}/assembly/network.ts`,
      '--baseDir',
      root,
      '--outFile',
      'network.wasm',
      '--optimizeLevel',
      '3',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--importMemory',
    ],
    {
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm') && typeof contents !== 'string') written.push(contents)
      },
    },
  )
  const [binary] = written
  if (error !== null || binary === undefined) throw new Error(`${error?.message}\n${stderr?.toString()}`)
  return `// Built from assembly/network.ts by scripts/build-network.ts; never by hand.\n\n/** WebAssembly, in base64. */\nexport const networkBinary =\n  '${Buffer.from(binary).toString('base64')}'\n`
}

/** Its path in the repository. */
export const networkFile = join(root, folder, 'network-binary.ts')

if (import.meta.main) writeFileSync(networkFile, await buildNetwork())
