// `npm run bench`: measures what the service must reach, side by side in one run, and prints it with the bars.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '../testkit/random.ts'
import type { Section } from '../testkit/report/figures.ts'
import { barsText, sectionJson, sectionText } from '../testkit/report/table.ts'
import { asCommand } from './command/as-command.ts'
import { loadOfMinute, machineText, thisMachine } from './command/machine.ts'
import { fewSamplesNote } from './command/scale.ts'
import { type BenchOptions, readBenchOptions, usage } from './options.ts'
import { repeatBench } from './repeat.ts'
import { rows } from './rows/all.ts'

const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** The rows one after the other: none may disturb another. */
const measure = async (
  { rows: names, scale, seed, profiles }: BenchOptions,
  folder: string,
  show: (section: Section) => void,
): Promise<Section[]> => {
  const sections: Section[] = []
  for (const name of names) {
    const since = performance.now()
    const measured = await rows[name]({ scale, random: randomFrom(seed), folder, profiles })
    say(`${name}: ${((performance.now() - since) / 1000).toFixed(0)} s`)
    measured.forEach(show)
    sections.push(...measured)
  }
  return sections
}

const run = async (options: BenchOptions): Promise<void> => {
  const machine = thisMachine()
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const since = performance.now()
  if (!options.json) process.stdout.write(`${machineText(machine)}\n\n`)

  const show = (section: Section): void => {
    if (!options.json) process.stdout.write(`${sectionText(section)}\n`)
  }
  const sections = await measure(options, folder, show)
  const seconds = Math.round((performance.now() - since) / 1000)
  const loadAtEnd = loadOfMinute()
  const { scale, seed } = options
  if (options.json) {
    const document = { machine, loadAtEnd, scale, seed, seconds, sections: sections.map(sectionJson) }
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
    return
  }
  const few = scale === 'quick' ? ` ${fewSamplesNote}` : ''
  process.stdout.write(`${barsText(sections)}\n${seconds} s, seed ${seed}, load at the end ${loadAtEnd}.${few}\n`)
}

const wordsOfOne = ({ scale, seed, rows: names }: BenchOptions): readonly string[] => [
  ...(scale === 'quick' ? ['--quick'] : []),
  ...['--seed', String(seed), '--only', names.join(',')],
]

await asCommand({
  usage,
  read: readBenchOptions,
  async run(options) {
    if (options.repeat > 1)
      return repeatBench(options.repeat, wordsOfOne(options), (line) => process.stdout.write(`${line}\n`))
    await run(options)
    return true
  },
})
