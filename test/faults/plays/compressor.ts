// The compressor is gone, hangs, breaks off, lies; for a call, or for hours.

import { lieCount, openLyingCompressor } from '../../../testkit/faults/lying-compressor.ts'
import type { Toxics } from '../../../testkit/faults/tcp-proxy.ts'
import { call, heavyBody, straight } from '../calls.ts'
import type { Fault, Trial } from '../fault.ts'
import { steady } from './upstream.ts'

type Play = Fault['play']

/** `arrival` waits for the compressor at most so long; the rest is for a busy machine. */
const withinMilliseconds = 1_500 + 3_000

/** Sends a conversation that waits for the compressor. Returns the bytes that the provider got. */
const forwarded = async (trial: Trial, body: string, baseUrl = trial.rig.baseUrl): Promise<Buffer> => {
  const { tally, rig, session } = trial
  const caller = { baseUrl, key: rig.keys.arrival, session }
  const answer = await call(caller, straight, { body })
  tally.answer('proxied', answer, { status: 200, says: 'message_stop', within: withinMilliseconds })
  return rig.bodies(session).at(-1) ?? Buffer.alloc(0)
}

const isShortened = async (trial: Trial, name: string): Promise<void> => {
  const body = heavyBody(name)
  const { length } = await forwarded(trial, body)
  trial.tally.holds(`nothing is shortened ${name}`, length > 0 && length < Buffer.byteLength(body))
}

const passesWhole = async (trial: Trial, name: string): Promise<void> => {
  const body = heavyBody(name)
  trial.tally.same(`a body while the compressor is ${name}`, await forwarded(trial, body), Buffer.from(body))
}

export const isGone: Play = async (trial) => {
  const { rig } = trial
  await isShortened(trial, `before ${trial.session}`)
  const all: Readonly<Record<string, Toxics>> = {
    refused: { down: 'refused' },
    'no longer there': { port: Number(new URL(rig.closed).port) },
    silent: { down: 'silent' },
    slow: { latency: 4_000 },
    'breaking off': { limit: { bytes: 60, ending: 'end' } },
    'saying nothing more': { limit: { bytes: 60, ending: 'silence' } },
  }
  for (const [what, toxics] of Object.entries(all)) {
    rig.compressor.set(toxics)
    await passesWhole(trial, what)
  }
  rig.compressor.set({})
  await isShortened(trial, `after ${trial.session}`)
}

const direct = (trial: Trial) =>
  call(steady(trial), '/v1/compress', {
    body: JSON.stringify({ model: 'adeline-1', messages: [{ role: 'user', content: 'words 😀 '.repeat(200) }] }),
  })

export const lies: Play = async (trial) => {
  const { tally, rig, session } = trial
  const liar = await openLyingCompressor(trial.finallyDo)
  rig.compressor.set({ port: liar.port })
  for (let lie = 0; lie < lieCount; lie += 1) await passesWhole(trial, `lying ${lie} ${session}`)
  const before = liar.told
  for (let lie = 0; lie < lieCount; lie += 1)
    tally.answer('direct', await direct(trial), { status: 503, says: 'cannot be used' })
  tally.exchanges += liar.told - before
  rig.compressor.set({})
  tally.answer('direct, the truth', await direct(trial), { status: 200 })
  tally.exchanges += 1
  await isShortened(trial, `after ${session}`)
}

const step = 5 * 60_000

/** A conversation that goes on for hours, and is asked about behind every answer. */
export const liesForHours: Play = async (trial) => {
  const { tally, rig, session } = trial
  const liar = await openLyingCompressor(trial.finallyDo)
  rig.compressor.set({ port: liar.port })
  const other = await trial.start()
  const caller = { baseUrl: other.baseUrl, key: rig.keys.steady, session }
  const turns = 3 * lieCount
  for (let turn = 1; turn <= turns; turn += 1) {
    const body = heavyBody(session, Math.ceil(turn / 6))
    tally.answer('a turn', await call(caller, straight, { body }), { status: 200, says: 'message_stop' })
    tally.same('a body', rig.bodies(session).at(-1) ?? Buffer.alloc(0), Buffer.from(body))
    await other.setClock(step)
  }
  tally.holds('the compressor was asked often', liar.told > lieCount)
  rig.compressor.set({})
  const body = heavyBody(`after ${session}`)
  const { length } = await forwarded(trial, body, other.baseUrl)
  tally.holds('nothing is shortened afterwards', length < Buffer.byteLength(body))
}
