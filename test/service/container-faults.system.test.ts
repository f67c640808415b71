// What an operator reads in the log of a container that cannot start, or is not ready.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
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
    [{ PORT: 'abc' }, 'PORT: must be a whole number'],
    [{ PORT: '18443', METRICS_PORT: '18443' }, 'METRICS_PORT: must be another than PORT'],
    [{ PROT: '1', UPSTREAM_OPENIA: 'x' }, 'UPSTREAM_OPENIA: is not known here: UPSTREAM_OPENAI is'],
    [{ UPSTREAM_OPENAI: 'api.openai.com' }, 'UPSTREAM_OPENAI: must be a URL'],
    [{ COMPRESSOR_ENDPOINTS: '{"adelin-1":"e"}' }, 'COMPRESSOR_ENDPOINTS: names a '],
    [{ COMPRESSOR_MODULE: 'http://[' }, 'COMPRESSOR_MODULE: must be a path'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL'],
    [{ DEPLOYMENT_SECRETS: 'short' }, 'DEPLOYMENT_SECRETS: must be secrets of at least 32 characters each'],
    [{ HOST: '192.0.2.1' }, 'HOST: is no address of this machine'],
    [{ HOST: 'nowhere.invalid' }, 'HOST: is no address of this machine'],
  ])('that cannot start names the variable, and no line of its bundle: %j', async (wrong, said) => {
    const child = started(wrong)
    const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(told).toMatch(/^The environment is not valid\.\n[^\n]*\n$/)
    expect([code, told.split('\n')[1]?.slice(0, said.length)]).toEqual([1, said])
  })

  it('whose port is taken says so', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    finallyDo(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const child = started({ PORT: String(port) })
    const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect([code, told]).toEqual([1, 'The environment is not valid.\nPORT: is taken\n'])
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
