// The upstream refuses, is silent, breaks, stutters, fails, sends elsewhere.

import { createServer } from 'node:http'
import type { Answer } from '../../../testkit/faults/ask.ts'
import { listen } from '../../../testkit/listen.ts'
import { instruct } from '../../../testkit/provider/instruction.ts'
import { oddAnswers } from '../../../testkit/provider/odd-answers.ts'
import { oddStream } from '../../../testkit/provider/odd-bytes.ts'
import { call, proxied, straight } from '../calls.ts'
import type { Fault, Trial } from '../fault.ts'
import { until } from '../until.ts'

type Play = Fault['play']

export const steady = ({ rig, session }: Trial) => ({ baseUrl: rig.baseUrl, key: rig.keys.steady, session })

/** The answer behind the proxy when nothing is wrong. */
const golden = async (trial: Trial, headers: Record<string, string> = {}): Promise<Buffer> => {
  const answer = await call(steady(trial), proxied, { headers })
  trial.tally.answer('nothing wrong', answer, { status: 200 })
  return answer.bytes
}

export const refuses: Play = async (trial) => {
  for (const url of [trial.rig.closed, 'https://nothing.invalid']) {
    const headers = { 'x-service-upstream-url': url }
    const answer = await call(steady(trial), straight, { headers })
    trial.tally.answer(url, answer, { status: 502, says: '"type":"error"', within: 6_000 })
  }
}

export const makesNoConnection: Play = async (trial) => {
  const headers = { 'x-service-upstream-url': trial.rig.blackHole }
  const answer = await call(steady(trial), straight, { headers })
  trial.tally.answer('black hole', answer, { status: 504, says: 'timeout_error', within: 7_500 })
  trial.tally.holds('it waited for five seconds', answer.milliseconds > 4_500)
}

export const sendsNoHead: Play = async (trial) => {
  const patience = trial.whole(40_000, 920_000)
  const headers = instruct('endless', trial.session, 1_000, 'silent')
  const answer = await call(steady(trial), straight, { headers, patience })
  trial.tally.answer('no head', answer, { status: 504, says: 'timeout_error' })
  const { endings } = trial.rig.provider.counts
  trial.tally.holds('the upstream is open', await until(() => endings.get(trial.session)?.ended === 'left', 1_000))
}

export const startsLate: Play = async (trial) => {
  const headers = instruct('silent', trial.whole(8, 120))
  const answer = await call(steady(trial), straight, { headers, patience: 140_000 })
  trial.tally.answer('late', answer, { status: 200, bytes: Buffer.from('{}') })
}

export const pauses: Play = async (trial) => {
  const headers = instruct('bytes', 200, 1, trial.whole(8_000, 310_000))
  const answer = await call(steady(trial), straight, { headers, patience: 700_000 })
  trial.tally.answer('a pause', answer, { status: 200, bytes: oddStream() })
}

export const resetsBeforeHead: Play = async (trial) => {
  trial.rig.upstream.set({ limit: { bytes: 0, ending: 'reset' } })
  const answer = await call(steady(trial), proxied)
  trial.tally.answer('reset', answer, { status: 502, says: 'upstream_broken' })
  trial.tally.holds('it was asked once', trial.rig.reached(trial.session) === 1)
}

export const breaksInEvent: Play = async (trial) => {
  const whole = await golden(trial)
  for (const ending of ['reset', 'end'] as const) {
    trial.rig.upstream.set({ limit: { bytes: 700, ending } })
    const answer = await call(steady(trial), proxied)
    trial.tally.answer(ending, answer, { status: 200, ended: 'broken', beginningOf: whole })
    trial.tally.holds(`bytes came before the ${ending}`, answer.bytes.length > 0)
  }
}

export const endsWithoutLastEvent: Play = async (trial) => {
  const answer = await call(steady(trial), straight, { headers: instruct('bytes', 1_000, 1, 0) })
  trial.tally.answer('a whole answer without its last event', answer, { status: 200, bytes: oddStream() })
  const broken = await call(steady(trial), straight, { headers: instruct('break', 100, 10) })
  const beginningOf = oddStream()
  trial.tally.answer('an answer without its end', broken, { status: 200, ended: 'broken', beginningOf })
}

/** Many at a time, in this process. */
const atOnce = 12

export const isCutEverywhere: Play = async (trial) => {
  const { tally, rig } = trial
  const headers = trial.whole(instruct('whole'), instruct('stream', 10, 0))
  const whole = await golden(trial, headers)
  const reachedBefore = rig.reached(trial.session)
  let sent = 0
  let offset = 0
  let wholes = 0
  rig.upstream.set(() => {
    offset += 1
    return { limit: { bytes: offset - 1, ending: offset % 2 === 0 ? 'reset' : 'end' } }
  })
  const judge = (answer: Answer): void => {
    const at = `an answer of ${answer.bytes.length} bytes`
    if (answer.ended === 'whole' && answer.status === 200) {
      wholes += 1
      tally.answer(at, answer, { status: 200, bytes: whole })
    } else if (answer.status === 502) tally.answer(at, answer, { status: 502, says: 'upstream_' })
    else tally.answer(at, answer, { status: 200, ended: 'broken', beginningOf: whole })
  }
  const work = async (): Promise<void> => {
    while (wholes === 0 && offset < 5_000) {
      sent += 1
      judge(await call(steady(trial), proxied, { headers }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  // A request that meets the end of a kept connection on its way reaches nobody, and has a receipt all the same.
  tally.exchanges += sent - (rig.reached(trial.session) - reachedBefore)
  tally.holds(`only ${offset} offsets`, offset > whole.length)
}

export const stutters: Play = async (trial) => {
  const { tally, rig } = trial
  const whole = await golden(trial)
  for (const slices of [[1], [3, 1], [7, 1, 2]]) {
    rig.upstream.set({ slices })
    tally.answer(`pieces of ${slices}`, await call(steady(trial), proxied), { status: 200, bytes: whole })
  }
  rig.upstream.set({ slices: [1, 2, 3, 4, 5, 6, 7] })
  const odd = await call(steady(trial), proxied, { headers: instruct('bytes', 1_000, 2, 0) })
  tally.answer('odd bytes', odd, { status: 200, bytes: oddStream(2) })
  const receipts = await rig.ledger.session('steady', trial.session)
  const usages = new Set(receipts.flatMap(({ usage }) => (usage === undefined ? [] : [JSON.stringify(usage)])))
  tally.holds(`${usages.size} different usages`, usages.size === 1)
}

export const failsInStream: Play = async (trial) => {
  const answer = await call(steady(trial), straight, { headers: instruct('odd', 'error-event') })
  const { decoded } = oddAnswers.get('error-event') ?? {}
  trial.tally.answer('error event', answer, { status: 200, ...(decoded === undefined ? {} : { bytes: decoded }) })
}

export const failsOddly: Play = async (trial) => {
  for (const [name, { status, headers, decoded }] of oddAnswers) {
    const answer = await call(steady(trial), straight, { headers: instruct('odd', name) })
    trial.tally.answer(name, answer, { status, bytes: decoded })
    for (const [header, value] of Object.entries(headers))
      if (header !== 'content-encoding') trial.tally.holds(`${name} keeps ${header}`, answer.headers[header] === value)
  }
}

export const sendsElsewhere: Play = async (trial) => {
  const elsewhere = await listen(createServer(), { finallyDo: trial.finallyDo })
  for (const status of [301, 302, 303, 307, 308]) {
    const headers = instruct('redirect', status, `${elsewhere.origin}/v1/messages`)
    const answer = await call(steady(trial), straight, { headers })
    trial.tally.answer(`${status}`, answer, { status })
    trial.tally.holds(`${status} keeps its location`, answer.headers.location === `${elsewhere.origin}/v1/messages`)
  }
  trial.tally.holds('nobody went there', elsewhere.connections() === 0)
}
