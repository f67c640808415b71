// The client leaves, reads slowly, writes slowly, breaks the rules of HTTP, or is many.

import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { maxEventBytes } from '../../../lambdas/routes.ts'
import { rawly } from '../../../testkit/faults/raw.ts'
import { instruct } from '../../../testkit/provider/instruction.ts'
import { oddStream } from '../../../testkit/provider/odd-bytes.ts'
import { call, smallBody, straight, usualStream } from '../calls.ts'
import type { Fault, Trial } from '../fault.ts'
import { trialHeader } from '../ground.ts'
import { until } from '../until.ts'
import { steady } from './upstream.ts'

type Play = Fault['play']

/** How long the provider may go on for a client that has left. */
const leftMilliseconds = 1_000

const isLeft = (trial: Trial, name: string): Promise<boolean> =>
  until(() => trial.rig.provider.counts.endings.get(name)?.ended === 'left', leftMilliseconds)

export const leaves: Play = async (trial) => {
  const { tally, rig, session } = trial
  const head = headOf(trial, ['content-length: 1000'])
  await rawly(rig.port, { pieces: [`${head}{"model"`], patience: 300 })

  const early = await call(steady(trial), straight, {
    headers: instruct('endless', `${session}-1`, 20, 'silent'),
    sent: (asked) => until(() => rig.reached(session) === 1).then(() => asked.destroy()),
  })
  tally.answer('left before the first byte', early, { status: 0, ended: 'broken' })
  tally.holds('upstream closed before the first byte', await isLeft(trial, `${session}-1`))

  const middle = await call(steady(trial), straight, {
    headers: instruct('endless', `${session}-2`, 20),
    piece: (_bytes, asked) => asked.destroy(),
  })
  tally.answer('left in mid-stream', middle, { status: 200, ended: 'broken' })
  tally.holds('upstream closed in mid-stream', await isLeft(trial, `${session}-2`))

  const late = await call(steady(trial), straight, {
    headers: instruct('slow'),
    piece: (bytes, asked) => bytes.includes('message_delta') && asked.destroy(),
  })
  tally.answer('left after message_delta', late, { status: 200, ended: 'broken', beginningOf: usualStream })
}

export const manyLeave: Play = async (trial) => {
  const { tally, rig } = trial
  const streams = trial.whole(200, 10_000)
  let left = 0
  const one = async (): Promise<void> => {
    const answer = await call(steady(trial), straight, {
      headers: instruct('stream', 1_000, 50),
      piece: (_bytes, asked) => asked.destroy(),
    })
    tally.answer('a stream', answer, { status: 200, ended: 'broken' })
  }
  const work = async (): Promise<void> => {
    while (left < streams) {
      left += 1
      await one()
    }
  }
  await Promise.all(Array.from({ length: 20 }, work))
  tally.holds('every upstream request is closed', await until(() => rig.provider.counts.open === 0, 5_000))
}

/** Bytes of a stream that a client which reads nothing may cost: buffers of sockets included. */
const heldAtMost = 30_000_000
const megabytes = 50

export const readsSlowly: Play = async (trial) => {
  const { tally, rig } = trial
  const { external: before } = await rig.memory()
  let received = 0
  const socket = connect(rig.port, '127.0.0.1')
  socket.write(`${headOf(trial, [instructed('flood', megabytes), `content-length: ${smallBody.length}`])}${smallBody}`)
  const slowly = setInterval(() => {
    received += socket.read(1_024)?.length ?? 0
  }, 100)
  await wait(2_000)
  clearInterval(slowly)
  const { external } = await rig.memory()
  const { taken } = rig.provider.counts
  tally.holds(`${taken} bytes were taken of the upstream`, taken < heldAtMost)
  tally.holds(`${external - before} bytes are held for it`, external - before < 10_000_000)
  tally.asked += 1
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  if (await until(() => received > megabytes * 1_000_000, 10_000)) tally.answered += 1
  else tally.lose(`only ${received} bytes came`)
  socket.destroy()
}

export const writesSlowly: Play = async (trial) => {
  const { tally, rig } = trial
  const patience = trial.whole(60_000, 1_000_000)
  const trickle = Array.from({ length: patience / 1_000 }, () => ' ')
  const slow = { between: 1_000, patience }
  const [head, body] = await Promise.all([
    rawly(rig.port, { ...slow, pieces: ['POST / HTTP/1.1\r\n', ...trickle.map(() => 'x: y\r\n')] }),
    rawly(rig.port, { ...slow, pieces: [headOf(trial, ['content-length: 5000']), ...trickle] }),
  ])
  for (const [what, { text, ended }] of Object.entries({ head, body })) {
    tally.asked += 1
    if (/^HTTP\/1\.1 408 /.test(text) && ended !== 'late') tally.answered += 1
    else tally.lose(`a ${what} without end: ${ended}, ${text.slice(0, 40)}`)
  }
}

const instructed = (...words: Parameters<typeof instruct>): string =>
  Object.entries(instruct(...words))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')

/** The head of a request on a connection of its own. */
export const headOf = ({ rig, session }: Trial, headers: readonly string[], path = straight): string =>
  [
    `POST ${path} HTTP/1.1`,
    ...['host: x', `x-service-auth-token: ${rig.keys.steady}`, `x-service-session-id: ${session}`, 'x-api-key: sk-1'],
    ...[`${trialHeader}: ${session}`, 'content-type: application/json', 'connection: close', ...headers],
    '\r\n',
  ].join('\r\n')

const chunked = (body: string): string => `${[...body].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`

const twice = 'content-length: 2\r\n'

/** What is written, and the status that it gets; only a 200 may reach the provider. */
const framings = (trial: Trial): readonly (readonly [what: string, pieces: string[], status: number])[] => {
  const { length } = smallBody
  const head = (...headers: string[]) => headOf(trial, headers)
  return [
    ['chunks of a byte', [head('transfer-encoding: chunked'), chunked(smallBody)], 200],
    ['Expect', [head('expect: 100-continue', `content-length: ${length}`), smallBody], 200],
    ['more than the length', [head(`content-length: ${length}`), `${smallBody}GET / HTTP/1.1\r\n\r\n`], 200],
    ['a length and chunks', [head(twice.trim(), 'transfer-encoding: chunked'), '0\r\n\r\n'], 400],
    ['two lengths', [head(twice.trim(), 'content-length: 3'), '{}'], 400],
    ['a bare line feed', [head(`content-length: ${length}`).replaceAll('\r\n', '\n'), smallBody], 400],
    ['a length that is no number', [head('content-length: 2x'), '{}'], 400],
    ['a chunk size that is no number', [head('transfer-encoding: chunked'), 'g\r\n{}\r\n0\r\n\r\n'], 400],
    ['a header without a colon', [head('nonsense'), '{}'], 400],
    ['too long a declared length', [head(`content-length: ${maxEventBytes + 1}`), '{}'], 413],
  ]
}

export const breaksHttp: Play = async (trial) => {
  const { tally, rig, session } = trial
  for (const [what, pieces, status] of framings(trial)) {
    const before = rig.reached(session)
    const { text } = await rawly(rig.port, { pieces, patience: 4_000 })
    tally.asked += 1
    const [, last] = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].filter(([, code]) => code !== '100')[0] ?? []
    if (last === String(status)) tally.answered += 1
    else tally.lose(`${what}: ${last}, not ${status}`)
    tally.holds(`${what} reached the provider`, rig.reached(session) - before === (status === 200 ? 1 : 0))
  }
  await endsAtLimit(trial)
}

const bodyOf = (bytes: number): string => {
  const empty = JSON.stringify({ model: 'm', messages: [], filler: '' })
  return `${empty.slice(0, -2)}${'x'.repeat(bytes - empty.length)}"}`
}

/** The largest body that is taken and the smallest one that is not are neighbours, and nothing of a refused one arrives. */
const endsAtLimit = async (trial: Trial): Promise<void> => {
  const { tally, rig, session } = trial
  let [taken, refused] = [maxEventBytes - 4_000, maxEventBytes + 1]
  while (refused - taken > 1) {
    const size = Math.floor((taken + refused) / 2)
    const before = rig.bodies(session).length
    const body = bodyOf(size)
    const answer = await call(steady(trial), straight, { body })
    const isTaken = answer.status === 200
    tally.answer(`a body of ${size} bytes`, answer, { status: isTaken ? 200 : 413 })
    const arrived = rig.bodies(session).slice(before)
    if (isTaken) tally.same(`a body of ${size} bytes`, arrived[0] ?? Buffer.alloc(0), Buffer.from(body))
    else tally.holds('a refused body arrived', arrived.length === 0)
    if (isTaken) taken = size
    else refused = size
  }
}

export const isMany: Play = async (trial) => {
  const { tally, rig } = trial
  const limit = 30
  const key = await rig.issueKey({ requestsPerMinute: limit })
  const since = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => call({ ...steady(trial), key }, straight, { patience: 30_000 })),
  )
  const later = Math.ceil(((performance.now() - since) / 60_000) * limit)
  for (const answer of answers)
    tally.answer('one of 200', answer, answer.status === 200 ? { status: 200, bytes: usualStream } : { status: 429 })
  tally.admit('200 at once', answers.filter(({ status }) => status === 200).length, limit + later)
}

export const upgrades: Play = async (trial) => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'x',
    'sec-websocket-version': '13',
  }
  const answer = await call(steady(trial), '/openai/v1/responses', { method: 'GET', headers })
  trial.tally.answer('upgrade', answer, { status: 426, says: '"error"' })
}

/** What is asked beside messages, and what is answered. */
const asides: readonly { method: string; path: string; status: number }[] = [
  { method: 'HEAD', path: '/', status: 404 },
  { method: 'HEAD', path: '/anthropic', status: 200 },
  { method: 'OPTIONS', path: straight, status: 405 },
  { method: 'GET', path: '/nowhere', status: 404 },
  { method: 'POST', path: '//v1/messages', status: 400 },
  { method: 'POST', path: `/openai${straight}`, status: 200 },
  { method: 'POST', path: `${straight}/`, status: 200 },
  { method: 'POST', path: `${straight}?beta=true`, status: 200 },
  { method: 'POST', path: '/anthropic//v1/messages', status: 200 },
]

export const asksAside: Play = async (trial) => {
  for (const { method, path, status } of asides) {
    const before = trial.rig.reached(trial.session)
    const answer = await call(steady(trial), path, { method })
    trial.tally.answer(`${method} ${path}`, answer, { status })
    const reached = trial.rig.reached(trial.session) - before
    trial.tally.holds(`${method} ${path} reached the provider ${reached} times`, reached <= (status === 200 ? 1 : 0))
  }
}

export const closesHalf: Play = async (trial) => {
  const { tally, rig, session } = trial
  const asked = `${headOf(trial, [instructed('endless', session, 10), `content-length: ${smallBody.length}`])}${smallBody}`
  const { text } = await rawly(rig.port, { pieces: [asked], halfClose: true })
  tally.holds(`a client that has closed its side got ${text.slice(0, 40)}`, !text.includes('0\r\n\r\n'))
  tally.holds('its upstream is open', await isLeft(trial, session))
}

export const vanishes: Play = async (trial) => {
  const { tally, rig } = trial
  const patience = trial.whole(40_000, 920_000)
  const silent = call(steady(trial), straight, { headers: instruct('break', 100, 10_000_000), patience })
  const flood = [instructed('flood', 1_000), `content-length: ${smallBody.length}`]
  const socket = connect(rig.port, '127.0.0.1').on('error', () => {})
  socket.write(`${headOf(trial, flood)}${smallBody}`)
  tally.answer('an upstream that is gone', await silent, { status: 200, ended: 'broken', beginningOf: oddStream() })
  const receipts = async () => (await rig.ledger.session('steady', trial.session)).length
  tally.holds(
    'a client that is gone costs its exchange no receipt',
    await until(async () => (await receipts()) === 2, patience),
  )
  socket.destroy()
}
