// The tables refuse, are silent, slow, take no more; for a moment, or for ten minutes of load.

import { setTimeout as wait } from 'node:timers/promises'
import type { Toxics } from '../../../testkit/faults/tcp-proxy.ts'
import { openThrottlingTables } from '../../../testkit/faults/throttling-tables.ts'
import { instruct } from '../../../testkit/provider/instruction.ts'
import { call, straight, usualStream } from '../calls.ts'
import type { ContainerRig } from '../container-rig.ts'
import type { Fault, Trial } from '../fault.ts'
import { steady } from './upstream.ts'

type Play = Fault['play']

const minute = 60_000

export const outages: Play = async (trial) => {
  const { tally, rig } = trial
  const throttling = await openThrottlingTables(trial.finallyDo)
  const all: Readonly<Record<string, Toxics>> = {
    refused: { down: 'refused' },
    'no longer there': { port: Number(new URL(rig.closed).port) },
    throttled: { port: throttling },
    'breaking off': { limit: { bytes: 40, ending: 'end' } },
    slow: { latency: 5_000 },
    silent: { down: 'silent' },
  }
  for (const [what, toxics] of Object.entries(all)) {
    const key = await rig.issueKey()
    rig.tables.set(toxics)
    const [known, unknown] = await Promise.all([
      call(steady(trial), straight),
      call({ ...steady(trial), key }, straight),
    ])
    tally.answer(`${what}: a known key`, known, { status: 200, bytes: usualStream })
    tally.answer(`${what}: a key that was never seen`, unknown, { status: 503, within: 4_000 })
    tally.holds(`${what}: says when to come again`, unknown.headers['retry-after'] !== undefined)
    rig.tables.set({})
    tally.answer(`${what} no more`, await call({ ...steady(trial), key }, straight), { status: 200 })
  }
}

/** Known keys are good for five minutes without tables, and then nobody is told that they are wrong. */
export const staleKeys: Play = async (trial) => {
  const { tally, session, rig } = trial
  const other = await trial.start()
  const caller = { baseUrl: other.baseUrl, key: rig.keys.steady, session }
  tally.answer('before', await call(caller, straight), { status: 200, bytes: usualStream })
  rig.tables.set({ down: 'refused' })
  await other.setClock(4 * minute)
  tally.answer('after four minutes', await call(caller, straight), { status: 200, bytes: usualStream })
  await other.setClock(2 * minute)
  tally.answer('after six minutes', await call(caller, straight), { status: 503 })
}

export const refusesReceipts: Play = async (trial) => {
  const { tally, rig } = trial
  let isDown = false
  const answer = await call(steady(trial), straight, {
    headers: instruct('slow'),
    piece() {
      if (!isDown) rig.tables.set({ down: 'refused' })
      isDown = true
    },
  })
  tally.answer('tables go in mid-stream', answer, { status: 200, bytes: usualStream })
  // Whoever sets the tables free too early would only delay the receipt.
  await wait(1_000)
}

const perMinute = 60
const simulatedMinutes = 10
const workers = 12

interface Load {
  readonly rate: number
  readonly seconds: number
}

/** Ten minutes by the process's clock. */
const loadOf = ({ whole }: Trial): Load => ({
  rate: whole(100, 1),
  seconds: (simulatedMinutes * 60) / whole(100, 1),
})

/** Calls until time is up; what a limit refuses is answered 429 and nothing else is. */
const underLoad = async (trial: Trial, { baseUrl }: ContainerRig, { seconds }: Load): Promise<void> => {
  const { tally, session, rig } = trial
  const key = await rig.issueKey({ requestsPerMinute: perMinute })
  rig.tables.set({})
  const warm = await call({ baseUrl, key, session }, straight)
  tally.answer('before', warm, { status: 200 })
  const end = performance.now() + seconds * 1_000
  let admitted = 0
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const answer = await call({ baseUrl, key, session }, straight)
      const isAdmitted = answer.status !== 429
      if (isAdmitted) admitted += 1
      tally.answer('under load', answer, isAdmitted ? { status: 200, bytes: usualStream } : { status: 429 })
      await wait(50)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  tally.admitted += admitted
}

/** Charges that the process decided without the tables, each of which it counts. */
const decidedAlone = ({ lines }: ContainerRig): number =>
  lines.filter((line) => line.includes('"LimitStoreUnreachable":')).length

/** The tables' own count lets through so many; whatever the process decides alone adds itself at most. */
const judgeLimit = ({ tally }: Trial, other: ContainerRig): void => {
  const allowed = perMinute + perMinute * (simulatedMinutes + 1) + decidedAlone(other)
  tally.allowed += allowed
  tally.holds(`${tally.admitted} admitted, ${allowed} allowed`, tally.admitted <= allowed)
}

export const throttledForMinutes: Play = async (trial) => {
  const { rig } = trial
  const load = loadOf(trial)
  const throttling = await openThrottlingTables(trial.finallyDo)
  const other = await trial.start()
  await other.setClock(0, load.rate)
  let isThrottled = false
  const flapping = setInterval(
    () => {
      isThrottled = !isThrottled
      rig.tables.set(isThrottled ? { port: throttling } : {})
    },
    minute / 2 / load.rate,
  )
  await underLoad(trial, other, load)
  clearInterval(flapping)
  judgeLimit(trial, other)
}

export const slowForMinutes: Play = async (trial) => {
  const { rig } = trial
  const load = loadOf(trial)
  const other = await trial.start()
  await other.setClock(0, load.rate)
  const slowly = setTimeout(() => rig.tables.set({ latency: 300 }), 500)
  await underLoad(trial, other, load)
  clearTimeout(slowly)
  judgeLimit(trial, other)
}
