// The bench of speed: tokens per second and core on texts never seen, and seen, time by size of message and memory of every
// engine version aboard, beside encoders of known shapes. Run: npm run bench:engines -- [DATA] [options]

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { withNegatives } from '../../core/text/negative-values.ts'
import { barsText, sectionJson, sectionText } from '../../testkit/report/table.ts'
import { asCommand } from '../command/as-command.ts'
import { loadOfMinute, machineText, thisMachine } from '../command/machine.ts'
import { encoderTimes } from './encoder-times.ts'
import { engineTimes } from './engine-times.ts'
import { madeUpSamples, recordedSamples, type Sample } from './samples.ts'

const usage = `npm run bench:engines -- [DATA] [options]

${optionsText({
  DATA: 'folder with transcripts/{customer-service,swe-bench-runs}.jsonl.gz and qa/squad.json.gz; without it texts are made up, with words of their own',
  '--quick': 'few samples: shows that everything can be measured',
  '--current': 'of the engines, only those that the aliases select',
  '--no-encoders': 'engines alone; otherwise Python packages are installed into .installed on the first run',
  '--json FILE': 'writes everything there',
})}`

const readEngineOptions = (words: readonly string[]) => {
  const { values, positionals } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        current: { type: 'boolean', default: false },
        'no-encoders': { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )
  if (values.help) return undefined
  if (positionals.length > 1) throw new UsageFault('There is only one folder of data.')
  return { ...values, data: positionals[0] }
}

/** One in ten of each. */
const fewOf = (samples: readonly Sample[]): Sample[] =>
  samples.map((sample) => ({ ...sample, texts: sample.texts.slice(0, Math.ceil(sample.texts.length / 10)) }))

const run = async ({
  quick,
  current,
  'no-encoders': isAlone,
  json,
  data,
}: NonNullable<ReturnType<typeof readEngineOptions>>): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-engines-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const machine = thisMachine()
  const recorded = data === undefined ? undefined : recordedSamples(data)
  const source = recorded === undefined ? 'made-up texts' : 'recorded texts'
  process.stdout.write(`${machineText(machine)}; ${source}\n\n`)
  const rounds = { warming: quick ? 1 : 8, counted: quick ? 1 : 6 }
  const samples = recorded ?? madeUpSamples('measured')
  const sections = await engineTimes(madeUpSamples('warming'), quick ? fewOf(samples) : samples, rounds, {
    folder,
    onlyCurrent: current,
  })
  if (!isAlone) sections.push(await encoderTimes(quick))
  for (const section of sections) process.stdout.write(`${sectionText(section)}\n`)
  const loadAtEnd = loadOfMinute()
  process.stdout.write(`${barsText(sections)}\nLoad at the end: ${loadAtEnd}.\n`)
  if (json !== undefined)
    writeFileSync(
      json,
      `${JSON.stringify({ machine, loadAtEnd, source, sections: sections.map(sectionJson) }, undefined, 1)}\n`,
    )
  return true
}

await asCommand({ usage, read: readEngineOptions, run })
