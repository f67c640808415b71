// `npm run fuzz:wire`: sends odd and broken bytes to three places of the wire and prints what went wrong. The same seed sends the
// same inputs. Exits 1 when anything went wrong.

import { parseArgs } from 'node:util'
import { askedOrExit, orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { openAnswersPlace } from './answers.ts'
import { openEventsPlace } from './events.ts'
import { type Fuzzed, fuzzPlace, type Place } from './place.ts'
import { openRequestsPlace } from './requests.ts'

const places: Readonly<Record<string, () => Promise<Place>>> = {
  requests: openRequestsPlace,
  answers: openAnswersPlace,
  events: openEventsPlace,
}

const usage = `npm run fuzz:wire -- [options]

${optionsText({
  '--seconds N': 'for each place (10)',
  '--seed S': 'other inputs (1)',
  '--places NAMES': `some of ${Object.keys(places).join(', ')}`,
  '--from K': 'begins with this input; with --inputs 1 one input is sent again (0)',
  '--inputs N': 'at most so many',
})}`

const { seed, seconds, from, inputs, names } = askedOrExit(usage, (words) => {
  const options = {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    places: { type: 'string', default: Object.keys(places).join(',') },
    from: { type: 'string', default: '0' },
    inputs: { type: 'string', default: '100000000' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const
  const { values } = orUsageFault(() => parseArgs({ args: [...words], options }))
  if (values.help) return undefined
  const asked = {
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    from: Number(values.from),
    inputs: Number(values.inputs),
    names: values.places.split(','),
  }
  const { names: chosen, ...numbers } = asked
  if (!chosen.every((name) => Object.hasOwn(places, name)) || Object.values(numbers).some(Number.isNaN))
    throw new UsageFault('Places are those below; everything else is a number.')
  return asked
})

const all: Fuzzed[] = []
for (const name of names) {
  const place = await places[name]?.()
  if (place === undefined) continue
  try {
    all.push(await fuzzPlace(place, { seed, seconds, from, inputs }))
  } finally {
    await place.close()
  }
}
for (const { name, inputs: sent, faults } of all) {
  process.stdout.write(`${faults.length === 0 ? 'held' : 'LOST'}  ${name.padEnd(8)}  ${sent} inputs of seed ${seed}\n`)
  for (const fault of faults) process.stdout.write(`failed  ${name}  ${fault}\n`)
}
const failed = all.filter(({ faults }) => faults.length > 0).length
process.stdout.write(`${all.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
