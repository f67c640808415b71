// `npm run fuzz:wire`: sends odd and broken bytes to three places of the wire and prints what went wrong. The same seed sends the
// same inputs. `--seconds N` for each place, `--seed S`, `--places requests,answers,events`; `--from K --inputs 1` sends one
// input again. Exits 1 when anything went wrong.

import { parseArgs } from 'node:util'
import { openAnswersPlace } from './answers.ts'
import { openEventsPlace } from './events.ts'
import { type Fuzzed, fuzzPlace, type Place } from './place.ts'
import { openRequestsPlace } from './requests.ts'

const places: Readonly<Record<string, () => Promise<Place>>> = {
  requests: openRequestsPlace,
  answers: openAnswersPlace,
  events: openEventsPlace,
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    places: { type: 'string', default: Object.keys(places).join(',') },
    from: { type: 'string', default: '0' },
    inputs: { type: 'string', default: '100000000' },
  },
})
const [seed, seconds, from, inputs] = [values.seed, values.seconds, values.from, values.inputs].map(Number)
const names = values.places.split(',')
if (!names.every((name) => Object.hasOwn(places, name)) || [seed, seconds, from, inputs].some(Number.isNaN)) {
  process.stderr.write(`Places are ${Object.keys(places).join(', ')}; everything else is a number.\n`)
  process.exit(2)
}

const all: Fuzzed[] = []
for (const name of names) {
  const place = await places[name]?.()
  if (place === undefined) continue
  try {
    all.push(await fuzzPlace(place, { seed: seed ?? 1, seconds: seconds ?? 10, from: from ?? 0, inputs: inputs ?? 1 }))
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
