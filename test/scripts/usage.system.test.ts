// Every command with options says what they are: with --help, in a terminal of 80 columns, and ends with 0. Every command refuses
// what it does not know with 2, and does nothing else.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { compileCache } from '../../local/process/compile-cache.ts'
import packageJson from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..', '..')

it.each([
  'bench/main.ts',
  'bench/load/main.ts',
  'bench/growth/main.ts',
  'bench/limits/main.ts',
  'bench/engines/main.ts',
  'bin/bundle-sizes.ts',
  'bin/preflight.ts',
  'eval/cost/main.ts',
  'eval/quality/main.ts',
  'eval/kinds/main.ts',
  'eval/show/main.ts',
  'scripts/data.ts',
  'scripts/first-minute.ts',
  'test/faults/main.ts',
  'test/fuzz-wire/main.ts',
  'testkit/fuzz/main.ts',
])(
  '%s',
  async (script) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(root, script), '--help'])
    const lines = stdout.split('\n')
    expect(stderr).toBe('')
    expect(lines[0]).toMatch(/^(Usage: )?npm run /)
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  },
  60_000,
)

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

it.each([...ofPackage, ...ofNoScript.map((script) => [script])].map((words) => words.join(' ')))(
  '%s refuses a word that it does not know',
  async (words) => {
    const command = [...words.split(' '), '--bogus']
    const refused = expect.objectContaining({ code: 2, stdout: '', stderr: expect.not.stringMatching(/\.ts:\d/) })
    const env = { ...process.env, ...compileCache }
    await expect(promisify(execFile)(process.execPath, command, { cwd: root, env })).rejects.toEqual(refused)
  },
  60_000,
)

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
