// Every command with options says what they are: with --help, in a terminal of 80 columns, and ends with 0. Every command refuses
// what it does not know with 2, and does nothing else.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { compileCache } from '../../local/process/compile-cache.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Ended } from './commands-in-turn.ts'

const root = join(import.meta.dirname, '..', '..')

const helped = [
  'bench/main.ts',
  'bench/load/main.ts',
  'bench/growth/main.ts',
  'bench/limits/main.ts',
  'bench/engines/main.ts',
  'bin/bundle-sizes.ts',
  'bin/operator.ts',
  'bin/preflight.ts',
  'cli/main.ts',
  'eval/cost/main.ts',
  'eval/cost/recorded/record.ts',
  'eval/quality/main.ts',
  'eval/kinds/main.ts',
  'eval/show/main.ts',
  'eval/show/excerpts.ts',
  'local/main.ts',
  'local/demo/main.ts',
  'scripts/data.ts',
  'scripts/first-minute.ts',
  'test/faults/main.ts',
  'test/fuzz-wire/main.ts',
  'testkit/fuzz/main.ts',
  'verify/main.ts',
].map((script) => `${script} --help`)

/** Scripts that hand their words to another program, which says itself what it does not know. */
const handedOn = ['test', 'test:unit', 'test:watch', 'test:deployment', 'test:dynamodb-local', 'test:browser', 'fix']

const ofPackage = Object.entries(packageJson.scripts).flatMap(([name, command]) =>
  handedOn.includes(name) ? [] : [command.split(' ').slice(2)],
)
const ofNoScript = [
  'bin/costs.ts',
  'bin/image-context.ts',
  'bin/stage-table.ts',
  'eval/cost/sketch/main.ts',
  'scripts/build-webassembly.ts',
  'scripts/openapi.ts',
]

const refused = [...ofPackage, ...ofNoScript.map((script) => [script])].map((words) => [...words, '--bogus'].join(' '))

const run = promisify(execFile)
const env = { ...process.env, ...compileCache }

/** A process of its own. */
const alone = async (line: string): Promise<Ended> => {
  const running = run(process.execPath, line.split(' '), { cwd: root, env })
  const { stdout, stderr } = await running.catch((error: Ended) => error)
  return { code: running.child.exitCode ?? Number.NaN, stdout, stderr }
}

/** They do nothing unless they are what Node was started with. */
const isAlone = (line: string): boolean => {
  const [script = ''] = line.split(' ')
  return readFileSync(join(root, script), 'utf8').includes('import.meta.main')
}

const ended = new Map<string, Ended>()
beforeAll(async () => {
  const lines = [...helped, ...refused]
  const inTurn = JSON.stringify(lines.filter((line) => !isAlone(line)))
  const words = [join(import.meta.dirname, 'commands-in-turn.ts'), inTurn]
  // Killed where a command does not end. Those before it have said what there is to say.
  const running = run(process.execPath, words, { cwd: root, env, timeout: 60_000, killSignal: 'SIGKILL' })
  const { stdout } = await running.catch((error: Ended) => error)
  for (const said of stdout.split('\n').slice(0, -1)) {
    const [line, how]: [string, Ended] = JSON.parse(said)
    ended.set(line, how)
  }
  for (const line of lines.filter(isAlone)) ended.set(line, await alone(line))
}, 120_000)

it.each(helped)('%s', (line) => {
  const { code, stdout = '', stderr } = ended.get(line) ?? {}
  const lines = stdout.split('\n')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(lines[0]).toMatch(/^(Usage: )?(npm (run|start)|node|compaction) /)
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

it.each(refused)('%s is refused: nobody knows that word', (line) => {
  expect(ended.get(line)).toEqual({ code: 2, stdout: '', stderr: expect.not.stringMatching(/\.ts:\d/) })
})

it.each(['eval/cost/main.ts', 'eval/quality/main.ts', 'eval/kinds/main.ts', 'eval/show/main.ts'])(
  '%s ends in silence when nobody reads its output any more',
  async (script) => {
    const command = spawn(process.execPath, [join(root, script), '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    command.stdout.destroy()
    const said: string[] = []
    command.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
    expect(await once(command, 'close')).toEqual([141, null])
    expect(said.join('')).toBe('')
  },
  60_000,
)
