// Plays one fault: counts, then waits for receipts, looks at sockets and memory, and says what was lost.

import { randomUUID } from 'node:crypto'
import { lostReceipt } from '../../bin/operator/commands/ledger-replay.ts'
import { call, heavyBody, smallBody, straight } from './calls.ts'
import { type ContainerRig, startContainer } from './container-rig.ts'
import type { Fault } from './fault.ts'
import { Tally } from './tally.ts'
import { until } from './until.ts'

const receiptMilliseconds = 10_000
/** Connections to tables and compressor that are kept; the client's end at once, the upstream's after four seconds. */
const keptSockets = 12
const socketMilliseconds = 8_000
/** Records of conversations and looked-up keys stay, within bounds. */
const keptBytes = 24_000_000

export interface Played {
  readonly fault: Fault
  readonly tally: Tally
  /** What it holds more than before, in bytes; absent where it was played beside others. */
  readonly growth?: number
  readonly sockets?: number
  readonly milliseconds: number
}

const accounts = ['steady', 'arrival'] as const

/** Receipts of the session, each of its own exchange. */
const receiptsOf = async ({ ledger }: ContainerRig, session: string): Promise<number> => {
  const found = await Promise.all(accounts.map((account) => ledger.session(account, session)))
  return new Set(found.flat().map(({ exchangeId }) => exchangeId)).size
}

const held = async (rig: ContainerRig): Promise<number> => {
  const { heapUsed, external } = await rig.memory()
  return heapUsed + external
}

const undo = async (undone: readonly (() => void | Promise<void>)[]): Promise<void> => {
  for (const each of [...undone].reverse()) await each()
}

const allowAll = ({ upstream, tables, compressor }: ContainerRig): void => {
  for (const proxy of [upstream, tables, compressor]) proxy.set({})
}

/** Writes the receipts that the ledger did not take, as `operator ledger replay` does. */
const replay = async (rigs: readonly ContainerRig[], session: string, tally: Tally): Promise<void> => {
  for (const { ledger, line } of rigs.flatMap(({ ledger, lines }) => lines.map((line) => ({ ledger, line })))) {
    if (!line.includes(session)) continue
    const receipt = lostReceipt(line)
    if (receipt === undefined) continue
    tally.replayed += 1
    await ledger.put(receipt)
  }
}

/** What is left behind when a play is over. */
const leftBehind = async (
  rigs: readonly [ContainerRig, ...ContainerRig[]],
  session: string,
  tally: Tally,
): Promise<void> => {
  const [rig] = rigs
  const expected = rig.reached(session) + tally.exchanges - tally.lostWithProcess
  await until(async () => {
    tally.replayed = 0
    await replay(rigs, session, tally)
    return (await receiptsOf(rig, session)) + tally.elsewhere >= expected
  }, receiptMilliseconds)
  tally.exchanges = expected
  tally.receipts = (await receiptsOf(rig, session)) + tally.elsewhere
  tally.holds(`${tally.receipts} receipts of ${expected} exchanges`, tally.receipts === expected)
  tally.holds('the process has ended', rig.process.exitCode === null)
  for (const { errors } of rigs) tally.holds(`it printed ${errors().slice(0, 200)}`, errors() === '')
}

/** What is made once and kept: connections, looked-up keys, the memory of the scanner. */
export const warmUp = async ({ baseUrl, keys }: ContainerRig): Promise<void> => {
  for (const key of [keys.steady, keys.arrival])
    for (const body of [smallBody, JSON.stringify({ messages: [], filler: 'x'.repeat(6_000_000) }), heavyBody('warm')])
      await call({ baseUrl, key, session: randomUUID() }, straight, { body })
}

/** Whether nothing else happens to its container meanwhile. */
export const isPlayedAlone = ({ patient = false, startsOwn = false }: Fault): boolean => !patient && !startsOwn

/** What a play is played with. */
export interface Playing {
  readonly rig: ContainerRig
  /** Where the container's bundle lies. */
  readonly folder: string
  readonly isWhole: boolean
}

export const play = async (fault: Fault, { rig, folder, isWhole }: Playing): Promise<Played> => {
  const tally = new Tally()
  const session = randomUUID()
  const undone: (() => void | Promise<void>)[] = []
  const others: ContainerRig[] = []
  const isAlone = isPlayedAlone(fault)
  const before = isAlone ? await held(rig) : 0
  const since = performance.now()
  try {
    await fault.play({
      ...{ tally, session, rig },
      whole: (short, whole) => (isWhole ? whole : short),
      finallyDo: (each) => void undone.push(each),
      async start(variables) {
        const another = await startContainer(rig, folder, variables)
        others.push(another)
        undone.push(another.end)
        return another
      },
    })
  } catch (error) {
    tally.lose(error instanceof Error ? error.message : 'the play failed')
  }
  if (isAlone) allowAll(rig)
  await leftBehind([rig, ...others], session, tally)
  await undo(undone)
  const milliseconds = performance.now() - since
  if (!isAlone || rig.process.exitCode !== null) return { fault, tally, milliseconds }
  await until(() => rig.sockets() <= keptSockets, socketMilliseconds)
  const sockets = rig.sockets()
  tally.holds(`${sockets} sockets are open`, sockets <= keptSockets)
  const growth = (await held(rig)) - before
  tally.holds(`${growth} bytes more are held`, growth <= keptBytes)
  return { fault, tally, growth, sockets, milliseconds }
}
