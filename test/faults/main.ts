// `npm run test:faults`: breaks everything around the real processes and counts what is lost. Exits 1 when anything is lost.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askedOrExit, orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { containerBundle } from '../../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../../lib/bundles/write-bundle.ts'
import type { Finally } from '../../testkit/after-suite.ts'
import { type ContainerRig, startContainer } from './container-rig.ts'
import type { Fault } from './fault.ts'
import { openGround } from './ground.ts'
import { faults } from './list.ts'
import { isPlayedAlone, type Played, play, warmUp } from './play.ts'
import { countText, tableText } from './report.ts'

const flag = { type: 'boolean', default: false } as const
const usage = `npm run test:faults -- [options]

${optionsText({
  '--whole': 'waits as long as the faults say, in place of seconds',
  '--only LIST': `some faults alone, by their numbers: 3,7 (1 to ${faults.length})`,
})}`

const { whole, chosen } = askedOrExit(usage, (words) => {
  const options = { whole: flag, only: { type: 'string' }, help: { ...flag, short: 'h' } } as const
  const { values } = orUsageFault(() => parseArgs({ args: [...words], options }))
  if (values.help) return undefined
  const numbers = values.only?.split(',').map(Number)
  const unknown = numbers?.find((number) => !faults.some((fault) => fault.number === number))
  if (unknown !== undefined) throw new UsageFault('There is no such fault.')
  return { whole: values.whole, chosen: faults.filter(({ number }) => numbers?.includes(number) ?? true) }
})

const undone: (() => void | Promise<void>)[] = []
const finallyDo: Finally = (undo) => void undone.push(undo)

/** The bundle of the container, as its image has it. */
const folder = mkdtempSync(join(tmpdir(), 'faults-'))
finallyDo(() => rmSync(folder, { recursive: true, force: true }))

const open = async (variables: Readonly<Record<string, string>>): Promise<ContainerRig> => {
  const rig = await startContainer(await openGround(finallyDo), folder, variables)
  finallyDo(rig.end)
  await warmUp(rig)
  return rig
}

const oneByOne = async (these: readonly Fault[], one: (fault: Fault) => Promise<void>): Promise<void> => {
  for (const fault of these) await one(fault)
}

/** Faults that need a container for themselves, one after the other; all others meanwhile, over another one. */
const playAll = async (isAlone: boolean, done: (played: Played) => void): Promise<void> => {
  const these = chosen.filter((fault) => isPlayedAlone(fault) === isAlone)
  if (these.length === 0) return
  const rig = await open(isAlone ? {} : { EXCHANGE_SECONDS: whole ? '900' : '30' })
  const one = async (fault: Fault): Promise<void> => done(await play(fault, { rig, folder, isWhole: whole }))
  if (isAlone) return oneByOne(these, one)
  const waiting = these.filter(({ patient = false }) => patient)
  await Promise.all([
    ...waiting.map(one),
    oneByOne(
      these.filter((fault) => !waiting.includes(fault)),
      one,
    ),
  ])
}

try {
  writeBundle(containerBundle, folder)
  const played: Played[] = []
  const done = (each: Played): void => {
    played.push(each)
    process.stderr.write(`${each.fault.number} ${each.fault.name}: ${(each.milliseconds / 1_000).toFixed(1)} s\n`)
  }
  await Promise.all([playAll(true, done), playAll(false, done)])
  played.sort((left, right) => left.fault.number - right.fault.number)
  process.stdout.write(`${tableText(played)}\n\n${countText(played)}\n`)
  process.exitCode = played.some(({ tally }) => tally.lost.length > 0) ? 1 : 0
} finally {
  for (const undo of undone.reverse()) await undo()
}
// The provider still waits to say what nobody reads any more.
process.exit()
