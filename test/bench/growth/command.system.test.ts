// The command itself, with its first steps: every curve has its points and its slope, and is drawn.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { fewSamplesNote } from '../../../bench/command/scale.ts'

const main = join(import.meta.dirname, '..', '..', '..', 'bench', 'growth', 'main.ts')

const curves = [
  { title: 'Our own work: size of the body, nothing to delete', unit: 'MB', steps: 3, file: 'size' },
  { title: 'Our own work: messages, in a body of 2 MB', unit: 'messages', steps: 3, file: 'messages' },
  { title: 'Our own work: deletions, in a body of 2 MB', unit: 'deletions', steps: 3, file: 'deletions' },
  { title: 'Resident set over idle, by open streams', unit: 'streams', steps: 3, file: 'streams' },
]

it('measures every step, prints two slopes for each title, and draws them', async () => {
  const plots = mkdtempSync(join(tmpdir(), 'growth-plots-'))
  onTestFinished(() => rmSync(plots, { recursive: true }))
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--quick', '--plots', plots])
  const [machine, ...parts] = stdout.trim().split('\n\n')
  expect(machine).toContain(process.version)
  expect(parts.map((part) => part.split('\n', 1)[0])).toEqual([...curves.map(({ title }) => title), fewSamplesNote])
  for (const [index, { unit, steps, file }] of curves.entries()) {
    const lines = parts[index]?.split('\n').slice(1) ?? []
    const points = lines.filter((line) => new RegExp(`^  [0-9.]+ ${unit}: -?[0-9.]+ (ms|MB)$`).test(line))
    const slopes = lines.filter((line) => new RegExp(`: -?[0-9.]+ (ms|MB) for [0-9]+ ${unit}; the farthest`).test(line))
    expect({ unit, points: points.length, slopes: slopes.length, lines: lines.length }).toEqual({
      unit,
      points: 2 * steps,
      slopes: 2,
      lines: 2 * steps + 2,
    })
    expect(readFileSync(join(plots, `growth-${file}.svg`), 'utf8')).toContain('<polyline')
  }
}, 120_000)
