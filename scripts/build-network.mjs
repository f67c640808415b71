// Builds the network of helene-1: AssemblyScript to WebAssembly, and that to a module that any bundle can hold.
// Run: node scripts/build-network.mjs. Written into the repository; a test builds it again and compares.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const root = join(fileURLToPath(import.meta.url), '..', '..')
const folder = 'compressor/engines/helene/learned'

/** The text of the module that holds the built network. Throws with the compiler's own words. */
export const buildNetwork = async () => {
  let binary
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
        if (name.endsWith('.wasm')) binary = contents
      },
    },
  )
  if (error !== null || binary === undefined) throw new Error(`${error?.message}\n${stderr?.toString()}`)
  return `// Built from assembly/network.ts by scripts/build-network.mjs; never by hand.\n\n/** WebAssembly, in base64. */\nexport const networkBinary =\n  '${Buffer.from(binary).toString('base64')}'\n`
}

/** Where it stands in the repository. */
export const networkFile = join(root, folder, 'network-binary.ts')

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(networkFile, await buildNetwork())
