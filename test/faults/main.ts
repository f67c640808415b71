// `npm run test:faults`: breaks everything around the real processes and counts what is lost. `--whole` waits as long as the
// faults say, in place of seconds; `--only 3,7` plays these alone. Exits 1 when anything is lost.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBundle } from '../../lib/bundles/bundle-asset.ts'
import { containerBundle } from '../../lib/bundles/shipped-bundles.ts'
import type { Finally } from '../../testkit/after-suite.ts'
import { startContainer } from './container-rig.ts'
import type { Fault } from './fault.ts'
import { openGround } from './ground.ts'
import { faults } from './list.ts'
import { type Played, play, warmUp } from './play.ts'
import { countText, tableText } from './report.ts'

const { values } = parseArgs({ options: { whole: { type: 'boolean', default: false }, only: { type: 'string' } } })
const numbers = values.only?.split(',').map(Number)
const chosen = faults.filter(({ number }) => numbers?.includes(number) ?? true)

const undone: (() => void | Promise<void>)[] = []
const finallyDo: Finally = (undo) => void undone.push(undo)

/** The bundle of the container, as its image has it. */
const folder = mkdtempSync(join(tmpdir(), 'faults-'))
finallyDo(() => rmSync(folder, { recursive: true, force: true }))

const playAll = async (isPatient: boolean, done: (played: Played) => void): Promise<void> => {
  const these = chosen.filter(({ patient = false }) => patient === isPatient)
  if (these.length === 0) return
  const ground = await openGround(finallyDo)
  const seconds = values.whole ? '900' : '30'
  const rig = await startContainer(ground, folder, isPatient ? { EXCHANGE_SECONDS: seconds } : {})
  finallyDo(rig.end)
  await warmUp(rig)
  const one = async (fault: Fault): Promise<void> => done(await play(fault, rig, values.whole))
  if (isPatient) await Promise.all(these.map(one))
  else for (const fault of these) await one(fault)
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
