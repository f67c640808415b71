// Runs as a person starts them, with programs in place of the agents that say what they were given.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepSignIn } from '../../../cli/service/credentials.ts'
import { compileCache } from '../../../local/process/compile-cache.ts'
import { cliWorld } from '../../../testkit/cli-world.ts'
import { runProgram } from '../../clients/run-program.ts'
import { cliScript } from '../service-for-cli.ts'

const token = `pt_${'a'.repeat(49)}`
let home = ''
let state = ''

/** A program of this name that writes down its words, and what its settings and environment hold. */
const fake = (name: string, then: string): void => {
  const path = join(home, 'bin', name)
  mkdirSync(join(home, 'bin'), { recursive: true })
  writeFileSync(
    path,
    `#!/bin/sh\nfor word in "$@"; do echo "word $word"; case "$word" in *run-*.json) stat -c %a "$word"; cat "$word"; esac; done\necho "token $COMPACTION_TOKEN"\n${then}\n`,
  )
  chmodSync(path, 0o755)
}

const environment = (): Record<string, string> => ({
  HOME: home,
  PATH: `${join(home, 'bin')}:${process.env.PATH}`,
  ...compileCache,
})
const run = (...words: string[]) =>
  runProgram({
    command: process.execPath,
    words: [cliScript, ...words],
    environment: environment(),
    folder: home,
    patienceMilliseconds: 30_000,
  })

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'run-'))
  state = join(home, '.local', 'state', 'compaction')
  keepSignIn(
    { ...cliWorld({ home }), home },
    {
      url: 'http://localhost:1',
      token,
      baseUrl: 'http://127.0.0.1:1',
      account: { id: 'acme', kind: 'organization' },
      person: {},
      device: 'test',
      expiresAt: '2027-01-01T00:00:00.000Z',
    },
  )
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Waits until the system has none of these processes any more: it may take a moment to let go of a killed one. */
const gone = async (pids: readonly number[]): Promise<void> => {
  const all = (): string[] => execFileSync('ps', ['axo', 'pid='], { encoding: 'utf8' }).split(/\s+/)
  while (all().some((pid) => pids.includes(Number(pid)))) await wait(50)
}

const runFiles = (): string[] =>
  existsSync(state) ? readdirSync(state).filter((name) => /^run-\d+\.json$/.test(name)) : []
const filesOfRuns = (): string[] =>
  existsSync(state) ? readdirSync(state).filter((name) => name.startsWith('run-')) : []

it('passes words, exit code and output on, and leaves no file', async () => {
  fake('claude', 'echo out; echo err >&2; exit 7')
  const { code, out, err } = await run('run', '--observe', 'claude', '-p', 'a b', '--output-format', 'json')
  expect(code).toBe(7)
  expect(out).toContain('word -p\nword a b\nword --output-format\nword json\n')
  expect(out).toContain('600\n{')
  expect(out).toContain('X-Service-Compaction: observe')
  expect(out.split('\n').filter((line) => line.startsWith('word') && line.includes('pt_'))).toEqual([])
  const away = 'compaction: The service at http://localhost:1 cannot be reached: Node speaks no http on that port.'
  expect(err.replace(/[0-9a-f-]{36}/, 'ID')).toBe(
    `${away}\nerr\n${away} What was saved, if it was there for the run: compaction savings --session ID\n`,
  )
  expect(runFiles()).toEqual([])
}, 40_000)

it('passes signals on, and ends as the program ended', async () => {
  fake('claude', 'echo ready; exec sleep 30')
  const child = spawn(process.execPath, [cliScript, 'run', 'claude'], { cwd: home, env: environment() })
  child.stdout.setEncoding('utf8')
  let out = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  while (!out.includes('ready')) await wait(20)
  expect(execFileSync('ps', ['axww', '-o', 'args='], { encoding: 'utf8' })).not.toContain(token)
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  expect(code).toBe(128 + 15)
  expect(runFiles()).toEqual([])
}, 40_000)

it('two at once keep files of their own; one that was killed leaves its own to the next', async () => {
  fake('claude', 'echo ready; exec sleep 20')
  const start = async () => {
    const child = spawn(process.execPath, [cliScript, 'run', 'claude'], {
      cwd: home,
      env: environment(),
      detached: true,
    })
    child.stdout.setEncoding('utf8')
    for await (const text of child.stdout) if (String(text).includes('ready')) break
    return child
  }
  const [one, other] = [await start(), await start()]
  expect(runFiles().sort()).toEqual([`run-${one.pid}.json`, `run-${other.pid}.json`].sort())
  for (const name of runFiles()) expect(statSync(join(state, name)).mode & 0o777).toBe(0o600)
  for (const child of [one, other]) process.kill(-(child.pid ?? 0), 'SIGKILL')
  await Promise.all([once(one, 'exit'), once(other, 'exit')])
  expect(runFiles()).toHaveLength(2)
  const programs = filesOfRuns().filter((name) => name.endsWith('.program'))
  await gone(programs.map((name) => Number(readFileSync(join(state, name), 'utf8'))))
  await run('run', '--', 'true')
  expect(filesOfRuns()).toEqual([])
}, 60_000)

it('a program goes on when its run is killed, and keeps its settings until it ends', async () => {
  fake('claude', 'echo "ready $$"; while [ ! -e end ]; do sleep 0.1; done; touch went-on')
  const child = spawn(process.execPath, [cliScript, 'run', 'claude'], { cwd: home, env: environment() })
  child.stdout.setEncoding('utf8')
  let out = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  while (!/ready \d+/.test(out)) await wait(20)
  const program = Number(/ready (\d+)/.exec(out)?.[1])
  while (!existsSync(join(state, `run-${child.pid}.program`))) await wait(20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await run('run', '--', 'true')
  await run('doctor', '--fix')
  expect(runFiles()).toEqual([`run-${child.pid}.json`])
  writeFileSync(join(home, 'end'), '')
  await gone([program])
  expect(existsSync(join(home, 'went-on'))).toBe(true)
  await run('run', '--', 'true')
  expect(filesOfRuns()).toEqual([])
}, 60_000)

it('says what is missing: the program, the agent, the sign-in', async () => {
  const missing = await run('run', '--', 'no-such-program')
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no program "no-such-program".')])
  expect((await run('run', 'emacs')).code).toBe(2)
  const unset = await run('run', '--', '')
  expect([unset.code, unset.err]).toEqual([2, expect.stringContaining('Nothing to run was given')])
  rmSync(join(home, '.config'), { recursive: true })
  const { code, err } = await run('run', 'codex')
  expect([code, err]).toEqual([1, expect.stringContaining('compaction login')])
}, 40_000)

it('ends as it would have when nobody reads it any more, and leaves no program alone', async () => {
  const node = `'${process.execPath}' '${cliScript}'`
  const shell = (line: string) => execFileSync('sh', ['-c', line], { cwd: home, env: environment(), encoding: 'utf8' })
  const codeOf = (words: string) => shell(`(${node} ${words}; echo $? > code) 2>&1 | true; cat code`)
  expect(codeOf('fly')).toBe('2\n')
  expect(codeOf('help')).toBe('0\n')
  expect(codeOf("run -- sh -c 'sleep 0.5; touch done; exit 7'")).toBe('7\n')
  expect(existsSync(join(home, 'done'))).toBe(true)
  if (existsSync('/dev/full'))
    expect(shell(`{ ${node} help > /dev/full; } 2>&1; echo $?`)).toBe(
      'Standard output takes nothing: the disk is full (ENOSPC).\n1\n',
    )
}, 40_000)
