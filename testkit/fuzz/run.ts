// Sends texts to engines and collects what went wrong: errors, broken invariants, deadlines.

import type { Engine, EngineParameters } from '../../compressor/engines/engine.ts'
import { Random } from '../random.ts'
import { faultOf, isSteady } from './invariants.ts'
import { textKinds } from './texts.ts'

/** Of one engine. */
export interface Tally {
  inputs: number
  characters: number
  milliseconds: number
  slowest: number
  readonly faults: string[]
}

/** What an input of some hundred characters may take of the processor at the very most, checks included. */
const deadline = 2_000
/** One input in this many is sent twice. */
const everyTwice = 50
const mostFaults = 20
/** Parts the seeds of two inputs far enough. */
export const stride = 0x9e3779b1

export const newTally = (): Tally => ({ inputs: 0, characters: 0, milliseconds: 0, slowest: 0, faults: [] })

/** Sends one text, and enters what it took and what was wrong under `label`. */
export const send = (
  engine: Engine,
  tally: Tally,
  text: string,
  parameters: EngineParameters,
  limits: { readonly label: string; readonly deadline: number; readonly twice: boolean },
): void => {
  const since = process.cpuUsage()
  let fault: string | undefined
  try {
    fault = faultOf(engine, text, parameters)
    if (limits.twice && !isSteady(engine, text, parameters)) fault ??= 'not the same twice'
  } catch (error) {
    fault = `threw ${error instanceof Error ? error.message : String(error)}`
  }
  const { user, system } = process.cpuUsage(since)
  const took = (user + system) / 1_000
  tally.inputs += 1
  tally.characters += text.length
  tally.milliseconds += took
  tally.slowest = Math.max(tally.slowest, took)
  if (took > limits.deadline) fault ??= `took ${took.toFixed(0)} ms`
  if (fault !== undefined && tally.faults.length < mostFaults)
    tally.faults.push(`${limits.label} ${JSON.stringify(parameters)}: ${fault}`)
}

/** The text of a number, and what it is called: the same for the same seed. */
const inputOf = (
  seed: number,
  at: number,
): { readonly name: string; readonly text: string; readonly random: Random } => {
  const random = new Random(seed + Math.imul(at, stride))
  const names = Object.keys(textKinds)
  const name = names[at % names.length] ?? ''
  return { name, text: textKinds[name]?.(random) ?? '', random }
}

const parametersFor = (random: Random): EngineParameters =>
  random.pick<EngineParameters>([{}, { rate: random.below(101) / 100 }, { budget: random.below(101) / 100 }])

/** Sends the inputs `from` to `until` to every engine. */
export const fuzz = (
  engines: readonly Engine[],
  tallies: ReadonlyMap<Engine, Tally>,
  seed: number,
  [from, until]: readonly [number, number],
): void => {
  for (let at = from; at < until; at += 1) {
    const { name, text, random } = inputOf(seed, at)
    const parameters = parametersFor(random)
    const limits = { label: `${name}, input ${at} of seed ${seed}`, deadline, twice: at % everyTwice === 0 }
    for (const engine of engines) {
      const tally = tallies.get(engine)
      if (tally !== undefined) send(engine, tally, text, parameters, limits)
    }
  }
}
