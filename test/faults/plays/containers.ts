// Containers are asked to end, are killed, are replaced one after the other; their clocks are wrong; names are not answered.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../../testkit/faults/ask.ts'
import { instruct } from '../../../testkit/provider/instruction.ts'
import { call, straight, usualStream } from '../calls.ts'
import type { ContainerRig } from '../container-rig.ts'
import type { Fault, Trial } from '../fault.ts'
import { until } from '../until.ts'
import { steady } from './upstream.ts'

type Play = Fault['play']

/** Streams that have begun, and how they end. */
const begun = async (trial: Trial, { baseUrl }: ContainerRig, count: number): Promise<Promise<Answer>[]> => {
  let first = 0
  const answers = Array.from({ length: count }, () => {
    let isFirst = true
    return call({ ...steady(trial), baseUrl }, straight, {
      headers: instruct('slow'),
      piece() {
        if (isFirst) first += 1
        isFirst = false
      },
    })
  })
  if (!(await until(() => first === count, 10_000))) throw new Error(`only ${first} of ${count} streams have begun`)
  return answers
}

const statusOf = async (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

export const isAskedToEnd: Play = async (trial) => {
  const { tally } = trial
  const other = await trial.start({ LEAVE_SECONDS: '1' })
  const streams = await begun(trial, other, 10)
  other.process.kill('SIGTERM')
  tally.holds('it is still ready', await until(async () => (await statusOf(`${other.baseUrl}/readyz`)) === 503))
  const late = await call({ ...steady(trial), baseUrl: other.baseUrl }, straight)
  tally.answer('while it leaves', late, { status: 200, bytes: usualStream })
  for (const stream of streams) tally.answer('a running stream', await stream, { status: 200, bytes: usualStream })
  tally.holds('it ends otherwise than with 0', (await other.ended) === 0)
}

/** What a killed process takes with it is documented: the receipts of its running exchanges. */
export const isKilled: Play = async (trial) => {
  const { tally } = trial
  const [one, two] = await Promise.all([trial.start(), trial.start()])
  const before = await call({ ...steady(trial), baseUrl: one.baseUrl }, straight)
  tally.answer('before', before, { status: 200, bytes: usualStream })
  await until(() => one.lines.some((line) => line.includes('"message":"exchange"')))
  const [dying, living] = await Promise.all([begun(trial, one, 5), begun(trial, two, 5)])
  one.process.kill('SIGKILL')
  for (const stream of dying)
    tally.answer('a stream of the killed one', await stream, {
      ...{ status: 200, ended: 'broken', beginningOf: usualStream },
    })
  tally.lostWithProcess += dying.length
  for (const stream of living) tally.answer('a stream of the other', await stream, { status: 200, bytes: usualStream })
  const again = await call({ ...steady(trial), baseUrl: two.baseUrl }, straight)
  tally.answer('asked again of the other', again, { status: 200, bytes: usualStream })
}

const replicas = 2
const callers = 4

/** As a load balancer does: to one that says it is ready; to another one if nobody listens. */
const balanced = async (trial: Trial, ready: ReadonlySet<ContainerRig>): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    const all = [...ready]
    const { baseUrl } = all[attempt % all.length] ?? trial.rig
    const answer = await call({ ...steady(trial), baseUrl }, straight)
    if (answer.status === 0 && answer.bytes.length === 0 && attempt < 3) continue
    trial.tally.answer('while containers are replaced', answer, { status: 200, bytes: usualStream })
    return
  }
}

export const areReplaced: Play = async (trial) => {
  const { tally } = trial
  const ready = new Set<ContainerRig>(await Promise.all(Array.from({ length: replicas }, () => trial.start())))
  let isOver = false
  const work = async (): Promise<void> => {
    while (!isOver) await balanced(trial, ready)
  }
  const working = Promise.all(Array.from({ length: callers }, work))
  for (const old of [...ready]) {
    ready.add(await trial.start())
    old.process.kill('SIGTERM')
    await until(async () => (await statusOf(`${old.baseUrl}/readyz`)) !== 200)
    ready.delete(old)
    tally.holds('it ends otherwise than with 0', (await old.ended) === 0)
  }
  isOver = true
  await working
}

const day = 86_400_000
const limit = 20

export const clockSteps: Play = async (trial) => {
  const { tally, rig, session } = trial
  const other = await trial.start()
  const key = await rig.issueKey({ requestsPerMinute: limit })
  const steps = [0, day, -day, -day, 2 * day, 3_600_000, -3_600_000]
  for (const step of steps) {
    await other.setClock(step)
    const answers = await Promise.all(
      Array.from({ length: limit + 5 }, () => call({ baseUrl: other.baseUrl, key, session }, straight)),
    )
    const admitted = answers.filter(({ status }) => status === 200).length
    for (const answer of answers)
      tally.answer(
        `after ${step} ms`,
        answer,
        answer.status === 200 ? { status: 200, bytes: usualStream } : { status: 429 },
      )
    tally.admit(`after ${step} ms`, admitted, limit + 2)
    // A wrong clock shuts nobody out for as long as it was wrong.
    for (const { headers } of answers)
      tally.holds(`wait ${headers['retry-after']} s`, Number(headers['retry-after'] ?? 0) <= 60)
  }
}

/** Two replicas whose clocks differ as those of machines do, and receipts that are written twice. */
export const clocksDiffer: Play = async (trial) => {
  const { tally, rig, session } = trial
  const other = await trial.start()
  await other.setClock(2_000)
  const key = await rig.issueKey({ requestsPerMinute: limit })
  const since = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 4 * limit }, (_, at) =>
      call({ baseUrl: (at % 2 === 0 ? rig : other).baseUrl, key, session }, straight),
    ),
  )
  for (const { status } of answers) tally.holds(`status ${status}`, status === 200 || status === 429)
  const seconds = (performance.now() - since) / 1_000 + 2
  const admitted = answers.filter(({ status }) => status === 200).length
  tally.admit('together', admitted, limit + Math.ceil((seconds * limit) / 60))
  await until(async () => (await rig.ledger.session('steady', session)).length === admitted)
  for (const receipt of await rig.ledger.session('steady', session)) await rig.ledger.put({ ...receipt, status: 599 })
  const after = await rig.ledger.session('steady', session)
  tally.holds(
    'a receipt was written over',
    after.every(({ status }) => status === 200),
  )
}

export const namesAreSilent: Play = async (trial) => {
  const { tally, rig, session } = trial
  const silent = createSocket('udp4')
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  trial.finallyDo(() => void silent.close())
  const byName = rig.provider.origin.replace('127.0.0.1', 'localhost')
  const other = await trial.start({
    STEERED_NAME_SERVER: `127.0.0.1:${silent.address().port}`,
    UPSTREAM_ANTHROPIC: byName,
    TRUSTED_UPSTREAM_ORIGINS: `${byName},${rig.upstream.origin}`,
  })
  const caller = { baseUrl: other.baseUrl, key: rig.keys.steady, session }
  tally.answer('before', await call(caller, straight), { status: 200, bytes: usualStream })
  const waiting = Array.from({ length: 8 }, (_, at) =>
    call(caller, straight, { headers: { 'x-service-upstream-url': `https://a${at}.example.com` } }),
  )
  await wait(300)
  for (let turn = 0; turn < 5; turn += 1) {
    const answer = await call(caller, straight)
    tally.answer('others by name meanwhile', answer, { status: 200, bytes: usualStream, within: 2_000 })
  }
  for (const answer of waiting)
    tally.answer('a name that nobody answers', await answer, { status: 504, says: 'timeout_error', within: 8_000 })
}
