// A command that installs the packages of the service alone needs no other: on a machine that has them all nobody would notice.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { dependencies } = JSON.parse(read('package.json'))

/** The scripts that are named there. */
const [, needsRuntimeOnly = ''] = /needsRuntimeOnly = new Set\(\[([^\]]*)\]/.exec(read('scripts/with-node.mjs')) ?? []
const commands = [...needsRuntimeOnly.matchAll(/'([^']+)'/g)].map(([, script = '']) => script)

/** What the commands load by its path, when it is asked for. */
const loadedByPath = ['eval/estimate/estimate.ts']

/** The packages that a program imports, however far down. */
const packagesOf = async (entry: string): Promise<readonly string[]> => {
  const settings = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const
  const entryPoints = [join(root, entry)]
  const { metafile } = await build({ ...settings, entryPoints, metafile: true, write: false, logLevel: 'silent' })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  const external = imports.filter(({ external, path }) => external === true && !path.startsWith('node:'))
  return [...new Set(external.map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''))]
}

it.each([...commands, ...loadedByPath])('%s imports no package of development', async (entry) => {
  expect((await packagesOf(entry)).filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
})

it('the demo does, so that the others are known to be looked through', async () => {
  expect(commands).toContain('local/main.ts')
  expect(await packagesOf('local/demo/main.ts')).toContain('@anthropic-ai/sdk')
})
