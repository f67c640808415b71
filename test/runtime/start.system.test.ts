// How a shipped bundle starts under AWS's runtime client, and what it contains.

import { readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { routes } from '../../lambdas/routes.ts'
import { bundleFile } from '../../lib/bundles/bundling.ts'
import { buildBundles } from './bundles.ts'
import { startEnvironment } from './environment.ts'

let bundles: string
beforeAll(() => {
  bundles = buildBundles(routes.map(({ name }) => name))
})
afterAll(() => rmSync(bundles, { recursive: true, force: true }))

const start = (variables: Record<string, string>) =>
  startEnvironment('messages', join(bundles, 'messages'), { AWS_REGION: localAws.region, ...variables })

it.each([
  ['COMPRESSOR_ENDPOINTS', '{'],
  ['UPSTREAM_ANTHROPIC', 'nowhere'],
  ['LOOKUP_CACHE_SECONDS', '-1'],
  ['ARRIVAL_DEADLINE_MS', 'soon'],
  ['CHAIN_READ_DEADLINE_MS', '0'],
  ['TRUSTED_UPSTREAM_ORIGINS', 'http://127.0.0.1:1/path'],
])('ends at once, and says why, when %s is %j', async (name, value) => {
  const environment = await start({ [name]: value })
  const { errorMessage } = await environment.initError
  expect(errorMessage).toContain('The environment is not valid.')
  expect(errorMessage).toContain(name)
  expect(await environment.ended).not.toBe(0)
  await environment.stop()
})

it('ends at once if a default upstream is not allowed', async () => {
  const environment = await start({ UPSTREAM_OPENAI: 'http://127.0.0.1:9/v1' })
  const said = 'The environment is not valid.\nUPSTREAM_OPENAI: must use https'
  expect((await environment.initError).errorMessage).toBe(said)
  await environment.stop()
})

it('is ready with an empty environment', async () => {
  const environment = await start({})
  await environment.idle()
  expect(environment.logs()).toBe('')
  await environment.stop()
})

it.each(routes.map(({ name }) => name))('%s needs only the bundle and Node itself', async (name) => {
  const { metafile } = await build({
    entryPoints: [join(bundles, name, bundleFile)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
  })
  const [input, ...others] = Object.values(metafile.inputs)
  expect(others).toEqual([])
  expect(input?.imports.filter(({ path }) => !isBuiltin(path))).toEqual([])
  expect(Object.values(metafile.outputs).flatMap((output) => output.exports)).toEqual(['handler'])
  const code = readFileSync(join(bundles, name, bundleFile))
  const kilobytes = (bytes: Buffer): number => Math.round(bytes.length / 1000)
  process.stdout.write(`Bundle of ${name}: ${kilobytes(code)} kB, ${kilobytes(gzipSync(code))} kB in gzip.\n`)
})
