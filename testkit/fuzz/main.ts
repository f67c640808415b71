// Sends a million made-up texts to every engine of the container, then huge ones, then a few pieces over and over, and prints what went
// wrong and how the time grows. Exits 1 when anything failed.

import { askedOrExit } from '../../bin/usage-fault.ts'
import { counted } from '../../core/text/counted.ts'
import { curveHeading, curveOf } from './curve.ts'
import { readFuzzOptions, usage } from './options.ts'
import { grow } from './repeated.ts'
import { fuzz, newTally, send } from './run.ts'
import { hugeTexts } from './texts.ts'

const { inputs, seed, engines } = askedOrExit(usage, readFuzzOptions)
const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const tallies = new Map(engines.map((engine) => [engine, newTally()]))
const part = 50_000
for (let from = 0; from < inputs; from += part) {
  fuzz(engines, tallies, seed, [from, Math.min(inputs, from + part)])
  process.stderr.write(`${Math.min(inputs, from + part)} of ${inputs}\n`)
}
print(`${counted(inputs, 'input')} of seed ${seed}, each to every engine`)
print('engine                inputs  characters   seconds   slowest, ms   failed')
for (const [engine, { inputs: sent, characters, milliseconds, slowest, faults }] of tallies) {
  const numbers = [sent, characters, (milliseconds / 1_000).toFixed(0), slowest.toFixed(0), faults.length]
  const [count = '', length = '', seconds = '', most = '', failed = ''] = numbers.map(String)
  print(
    `${engine.version.padEnd(16)} ${count.padStart(11)} ${length.padStart(11)} ${seconds.padStart(9)} ${most.padStart(13)} ${failed.padStart(8)}`,
  )
}

print('\nhuge texts, by themselves and at the deepest budget or rate: milliseconds of the processor, checks included')
print(`${''.padEnd(28)} ${engines.map(({ version }) => version.padStart(16)).join('')}`)
const hugeDeadline = 30_000
for (const [name, write] of Object.entries(hugeTexts)) {
  const text = write()
  const took = engines.map((engine) => {
    const tally = tallies.get(engine) ?? newTally()
    const before = tally.milliseconds
    for (const parameters of [{}, { budget: 1, rate: 0.9 }])
      send(engine, tally, text, parameters, { label: name, deadline: hugeDeadline, twice: false })
    return tally.milliseconds - before
  })
  print(`${name.padEnd(28)} ${took.map((time) => time.toFixed(0).padStart(16)).join('')}`)
}

/** One takes as long as a hundred of the others. */
const repeated = Math.ceil(inputs / 1_000)
print(
  `\n${counted(repeated, 'text')} of a few pieces over and over: milliseconds of the processor for 60,000 characters`,
)
for (const engine of engines) {
  const tally = newTally()
  grow(engine, tally, seed, [0, repeated])
  tallies.get(engine)?.faults.push(...tally.faults)
  const mean = (tally.milliseconds / tally.inputs).toFixed(0)
  print(`${engine.version.padEnd(16)} ${mean} in the mean, ${tally.slowest.toFixed(0)} at most`)
}

print(`\n${curveHeading}`)
for (const engine of engines) for (const line of curveOf(engine)) print(line)

const faults = [...tallies].flatMap(([{ version }, tally]) => tally.faults.map((fault) => `${version}: ${fault}`))
for (const fault of faults) print(`FAILED ${fault}`)
print(faults.length === 0 ? '\nnothing failed' : `\n${counted(faults.length, 'failure')} shown`)
process.exitCode = faults.length === 0 ? 0 : 1
