// Builds what runs in WebAssembly: AssemblyScript to a binary, and that to a module that any bundle can hold. Run it with
// `node scripts/build-webassembly.ts`. The results are in the repository, and a test builds them again and compares.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as asc from 'assemblyscript/asc'
import { takesNoWords } from '../bin/usage-fault.ts'

const root = join(import.meta.dirname, '..')

/** One module: where its sources are, where the built one goes, and its name there. Paths in the repository. */
export interface WebAssemblyModule {
  readonly sources: readonly string[]
  readonly built: string
  readonly name: string
}

export const network: WebAssemblyModule = {
  sources: ['compressor/engines/helene/learned/assembly/network.ts'],
  built: 'compressor/engines/helene/learned/network-binary.ts',
  name: 'networkBinary',
}

export const scan: WebAssemblyModule = {
  sources: [
    'core/json/webassembly/assembly/strings.ts',
    'core/json/webassembly/assembly/values.ts',
    'core/json/webassembly/assembly/splice.ts',
    'core/json/webassembly/assembly/measure.ts',
    'core/json/webassembly/assembly/blanks.ts',
    'core/json/webassembly/assembly/decode.ts',
    'core/json/webassembly/assembly/widen.ts',
    'core/json/webassembly/assembly/narrow.ts',
  ],
  built: 'core/json/webassembly/binary.ts',
  name: 'jsonBinary',
}

/** The text of the built module. Throws the compiler's own message. */
export const buildWebAssembly = async ({ sources, name }: WebAssemblyModule): Promise<string> => {
  const written: Uint8Array[] = []
  const { error, stderr } = await asc.main(
    [
      ...sources,
      '--baseDir',
      root,
      '--outFile',
      'built.wasm',
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
      writeFile: (file, contents) => {
        if (file.endsWith('.wasm') && typeof contents !== 'string') written.push(contents)
      },
    },
  )
  const [binary] = written
  if (error !== null || binary === undefined) throw new Error(`${error?.message}\n${stderr?.toString()}`)
  const from = sources.map((source) => source.slice(source.lastIndexOf('assembly/'))).join(', ')
  return `// Built from ${from} by scripts/build-webassembly.ts; never by hand.\n\n/** WebAssembly, in base64. */\nexport const ${name} =\n  '${Buffer.from(binary).toString('base64')}'\n`
}

/** Where the built module is. */
export const builtFile = ({ built }: WebAssemblyModule): string => join(root, built)

if (import.meta.main) {
  takesNoWords(`node scripts/with-node.mjs scripts/build-webassembly.ts

Builds what runs in WebAssembly, and writes it. It has no options.`)
  for (const module of [network, scan]) writeFileSync(builtFile(module), await buildWebAssembly(module))
}
