// What an operator reads in the log of a container that cannot start, or is not ready.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { containerBundle } from '../../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../../lib/bundles/write-bundle.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { afterSuite } from '../../testkit/after-suite.ts'

const finallyDo = afterSuite()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'container-'))
  finallyDo(() => rmSync(folder, { recursive: true, force: true }))
  writeBundle(containerBundle, folder)
})

/** Nobody listens there. */
const nobody = 'http://127.0.0.1:1'

const started = (variables: Readonly<Record<string, string>>) => {
  const upstreams = { upstreamAnthropic: nobody, upstreamOpenai: `${nobody}/v1` }
  const child = spawn(process.execPath, [containerBundle.file], {
    cwd: folder,
    env: { ...functionsEnvironment(upstreams, nobody, ''), PORT: '0', HOST: '127.0.0.1', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  finallyDo(() => void child.kill('SIGKILL'))
  return child
}

describe('a container', () => {
  it.each([
    [{ PORT: 'abc' }, 'Error: The environment is not valid.\nPORT: '],
    [{ UPSTREAM_OPENAI: 'api.openai.com' }, 'Error: The environment is not valid.\nUPSTREAM_OPENAI: '],
    [
      { COMPRESSOR_ENDPOINTS: '{"adelin-1":"e"}' },
      'Error: The environment is not valid.\nCOMPRESSOR_ENDPOINTS: names a ',
    ],
    [{ COMPRESSOR_MODULE: 'http://[' }, 'Error: The environment is not valid.\nCOMPRESSOR_MODULE: '],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
      'Error: The environment is not valid.\nOTEL_EXPORTER_OTLP_ENDPOINT: ',
    ],
    [{ DEPLOYMENT_SECRETS: 'short' }, 'Error: A secret of the deployment has at least 32 characters.\n'],
    [{ HOST: '192.0.2.1' }, 'Error: listen EADDRNOTAVAIL: address not available 192.0.2.1'],
  ])('that cannot start says why first, and no line of its bundle: %j', async (wrong, said) => {
    const child = started(wrong)
    const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect([code, told.slice(0, said.length)]).toEqual([1, said])
    expect(told.length).toBeLessThan(2_000)
  })

  it('that is not ready says why, once', async () => {
    const child = started({})
    let told = ''
    child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
    // It asks every second.
    await wait(4_000)
    expect(told).toMatch(
      /^Not ready: the tables cannot be read yet \(StoreUnreachable, ECONNREFUSED\)\. TABLE_PREFIX, .*\n$/,
    )
  })

  it.each([
    [{ COMPRESSOR_MODULE: './compresor.mjs' }, '"message":"COMPRESSOR_MODULE names no file, so nothing is compacted"'],
    [{}, 'Nothing is compacted: neither COMPRESSOR_MODULE nor COMPRESSOR_ENDPOINTS names a compressor.\n'],
  ])('that has no compressor says so, and goes on: %j', async (variables, said) => {
    const child = started({ COMPRESSOR_ENDPOINTS: '{}', ...variables })
    let told = ''
    for await (const chunk of child.stderr) {
      told += chunk
      // What comes behind it is said by a container that has started.
      if (told.includes('Not ready: ')) break
    }
    expect(told).toContain(said)
  })
})

describe('the folder of its image', () => {
  const asked = (...words: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', '..', 'bin', 'image-context.ts'), ...words])

  it.each([[], ['--help'], ['a', 'b']])('is one that is named: %j', async (...words) => {
    await expect(asked(...words)).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^Usage: /) })
  })

  it('can be made, or is refused in words', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const stderr = `The folder ${file} cannot be made: a file has this name (EEXIST).\n`
    await expect(asked(file)).rejects.toMatchObject({ code: 1, stderr })
  })
})
