// Every command with options says what they are: with --help, in a terminal of 80 columns, and ends with 0.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

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

it.each([
  'bench/main.ts',
  'bin/bundle-sizes.ts',
  'scripts/data.ts',
  'scripts/first-minute.ts',
  'test/faults/main.ts',
  'test/fuzz-wire/main.ts',
  'testkit/fuzz/main.ts',
])(
  '%s says in words what it does not understand',
  async (script) => {
    await expect(promisify(execFile)(process.execPath, [join(root, script), '--bogus'])).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--bogus'\.?\n\nnpm run /),
    })
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
