// What is installed before a command runs, by a stand-in for npm that writes down what it was asked.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

/** A package with these marks in the lockfile. */
const packages = {
  'node_modules/node': { version: '24.0.0' },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/typescript': { version: '7.0.0', dev: true },
  'node_modules/for-another-system': { version: '1.0.0', os: ['none'] },
  'node_modules/perhaps': { version: '1.0.0', optional: true },
}

/** `ci` puts the packages of the lockfile there, `rebuild` a program that says its arguments. */
const standIn = `#!${process.execPath}
const fs = require('node:fs')
const tell = (line) => fs.appendFileSync(require('node:path').join(__dirname, '..', 'asked.txt'), line + '\\n')
tell(process.argv.slice(2).join(' '))
const put = (path, content) => { fs.mkdirSync(require('node:path').dirname(path), { recursive: true }); fs.writeFileSync(path, content, { mode: 0o755 }) }
const files = ['package.json', 'index.js', 'index.d.ts', 'index.js.map', 'src/index.ts', 'README.md', 'LICENSE.md', 'prebuilds/none-x64/a.node', 'prebuilds/' + process.platform + '-x64/a.node']
if (process.env.FAILING) process.exit(7)
if (process.env.LASTS) { process.on('SIGTERM', () => setTimeout(() => { tell('ended'); process.exit(0) }, 300)); tell('begun'); setTimeout(() => {}, 20_000); return }
if (process.env.USES && !fs.existsSync(process.env.USES)) process.exit(8)
if (process.argv[2] === 'rebuild') put('node_modules/node/bin/node', '#!/bin/sh\\necho "ran $*"\\n[ -z "$SHOWS" ] || echo "compiled $NODE_COMPILE_CACHE"\\n[ -z "$NO_PROXY" ] || [ -z "$TELLS" ] || echo "past $NO_PROXY $no_proxy"\\n')
else {
  fs.rmSync('node_modules', { recursive: true, force: true })
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
  const taken = Object.entries(packages).filter(([path, { dev, os, optional }]) => path && !os && !optional && (!dev || process.argv.includes('--include=dev')))
  for (const [path] of taken) for (const file of files) put(path + '/' + file, '{}')
  put('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(taken) }))
}
`

const root = join(import.meta.dirname, '..', '..')

const checkout = () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'npm'), standIn, { mode: 0o755 })
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
  const begin = (words: readonly string[], variables: Record<string, string> = {}, program = process.execPath) =>
    spawn(program, words, {
      cwd: folder,
      env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const run = async (words: readonly string[], variables: Record<string, string> = {}) => {
    const child = begin(['scripts/with-node.mjs', ...words], variables)
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code, out, err }
  }
  const asked = (): string[] => readFileSync(join(folder, 'asked.txt'), 'utf8').trim().split('\n')
  return { folder, begin, run, asked }
}

const runtime = ['local/main.ts']
const install = 'ci --omit=dev --loglevel=error'
const rebuild = 'rebuild node --ignore-scripts=false --loglevel=error'

describe.skipIf(process.platform === 'win32')('a command', () => {
  it('of the service installs what the service needs, says how much, and runs', async () => {
    const { run, asked } = checkout()
    const { code, out, err } = await run(runtime)
    expect({ code, out }).toEqual({ code: 0, out: 'ran local/main.ts\n' })
    expect(asked()).toEqual([install, rebuild])
    expect(err).toContain('Installing once: 2 packages, 180 MB on disk (what the service needs)')
    expect(await run(runtime)).toEqual({ code: 0, out: 'ran local/main.ts\n', err: '' })
    expect(asked()).toHaveLength(2)
  })

  it.each(['cli/main.ts', 'eval/show/main.ts'])('%s installs no more than the service needs', async (script) => {
    const { run, asked } = checkout()
    expect((await run([script])).out).toBe(`ran ${script}\n`)
    expect(asked()).toEqual([install, rebuild])
  })

  it('asks this machine through no proxy of the network, and the network as it was told', async () => {
    const { run } = checkout()
    const outOf = async (told: Record<string, string>) =>
      (await run(runtime, { TELLS: 'yes', ...told })).out.split('\n')[1]
    expect(await outOf({})).toBe('past localhost,127.0.0.1,::1 localhost,127.0.0.1,::1')
    const names = 'corp.example,localhost,127.0.0.1,::1'
    expect(await outOf({ NO_PROXY: 'corp.example' })).toBe(`past ${names} ${names}`)
    expect(await outOf({ NO_PROXY: 'other.example', no_proxy: 'corp.example' })).toBe(`past ${names} ${names}`)
    // Whoever says that nothing goes through one says it with a star, which means nothing in a list.
    expect(await outOf({ NO_PROXY: '*' })).toBe('past * ')
  })

  it('waits for another one that installs, and finds everything there', async () => {
    const { folder, run, asked } = checkout()
    const [one, other] = await Promise.all([run(runtime), run(runtime)])
    expect([one.code, other.code]).toEqual([0, 0])
    expect(asked()).toEqual([install, rebuild])
    // What a killed command has left behind holds nobody up.
    rmSync(join(folder, 'node_modules', 'zod'), { recursive: true })
    writeFileSync(join(folder, '.installing'), '999999999')
    expect(await run(runtime)).toMatchObject({ code: 0, out: 'ran local/main.ts\n' })
  })

  it.each(['', 'echo $$'])('is not held up by a note of nobody, nor by its own (%j)', async (left) => {
    const { begin } = checkout()
    const leftByAnother = `${left} > .installing; exec '${process.execPath}' scripts/with-node.mjs ${runtime}`
    const child = begin(['-c', leftByAnother], {}, 'sh')
    expect(await text(child.stdout)).toBe('ran local/main.ts\n')
  })

  it('of the service keeps of the packages what a program reads, and their licences', async () => {
    const { folder, run } = checkout()
    const left = (): string[] =>
      readdirSync(join(folder, 'node_modules', 'zod'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted()
    await run(runtime)
    expect(left()).toEqual(['LICENSE.md', 'a.node', 'index.js', 'package.json'])
    await run(['scripts/check.mjs'])
    expect(left()).toHaveLength(9)
  })

  it('for development installs everything, whatever NODE_ENV says', async () => {
    const { run, asked } = checkout()
    await run(runtime, { NODE_ENV: 'production' })
    const { code, err } = await run(['scripts/check.mjs'], { NODE_ENV: 'production', npm_config_omit: 'dev' })
    expect(code).toBe(0)
    expect(err).toContain('Installing everything once: 3 packages')
    expect(asked()).toEqual([install, rebuild, 'ci --include=dev --loglevel=error', rebuild])
  })

  it('leaves those alone that run from what was there before, also if it fails', async () => {
    const { folder, run } = checkout()
    await run(runtime)
    const uses = { USES: join(folder, 'node_modules', 'zod', 'index.js') }
    expect((await run(['scripts/check.mjs'], { ...uses, FAILING: 'yes' })).code).toBe(1)
    expect(await run(runtime)).toEqual({ code: 0, out: 'ran local/main.ts\n', err: '' })
    expect((await run(['scripts/check.mjs'], uses)).code).toBe(0)
    expect(readdirSync(join(folder, 'node_modules'))).toContain('typescript')
    expect(readdirSync(folder).filter((name) => name.startsWith('.inst'))).toEqual([])
  })

  it('of the service leaves a whole installation whole', async () => {
    const { folder, run, asked } = checkout()
    await run(['scripts/check.mjs'])
    const changed = { ...packages, 'node_modules/zod': { version: '4.0.1' } }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: changed }))
    expect((await run(runtime)).err).toContain('because the lockfile has changed')
    expect(asked().at(-2)).toBe('ci --include=dev --loglevel=error')
  })

  it('mends an installation that has lost something', async () => {
    const { folder, run, asked } = checkout()
    await run(runtime)
    rmSync(join(folder, 'node_modules', 'zod'), { recursive: true })
    const { code, err } = await run(runtime)
    expect(code).toBe(0)
    expect(err).toContain('Installing again, because packages are lost (zod)')
    rmSync(join(folder, 'node_modules', 'node', 'bin'), { recursive: true })
    expect((await run(runtime)).out).toBe('ran local/main.ts\n')
    expect(asked().at(-1)).toBe(rebuild)
  })

  it('keeps what Node compiles beside the packages, where that can be written and nothing else is asked for', async () => {
    const { folder, run } = checkout()
    const compiled = async (variables: Record<string, string> = {}): Promise<string | undefined> =>
      (await run(runtime, { SHOWS: 'yes', ...variables })).out.split('\n')[1]
    const cache = join(folder, 'node_modules', '.cache')
    expect(await compiled()).toBe(`compiled ${join(cache, 'compiled')}`)
    expect(readdirSync(cache)).toEqual(['compiled'])
    expect(await compiled({ NODE_COMPILE_CACHE: '/elsewhere' })).toBe('compiled /elsewhere')
    rmSync(cache, { recursive: true })
    writeFileSync(cache, '')
    expect(await compiled()).toBe('compiled ')
  })

  it.each([
    ['is asked to end', [process.execPath, 'scripts/with-node.mjs', ...runtime]],
    ['has lost who started it', ['sh', '-c', `'${process.execPath}' scripts/with-node.mjs ${runtime} & wait`]],
  ])('that %s while it installs ends with npm, and what comes next installs alone', async (_, [program, ...words]) => {
    const { folder, begin, run, asked } = checkout()
    const child = begin(words, { LASTS: 'yes' }, program)
    await vi.waitFor(() => expect(asked()).toContain('begun'), 10_000)
    child.kill('SIGTERM')
    const next = await run(runtime)
    expect(asked()).toEqual([install, 'begun', 'ended', install, rebuild])
    expect(next).toMatchObject({ code: 0, out: 'ran local/main.ts\n' })
    expect(await text(child.stdout)).toBe('')
    expect(readdirSync(folder)).not.toContain('.installing')
  })

  it('says in one line why it cannot be installed', async () => {
    const { run } = checkout()
    const { code, out, err } = await run(runtime, { FAILING: 'yes' })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('npm ci --omit=dev --loglevel=error ended with 7.')
    expect(err).not.toContain('    at ')
  })
})
