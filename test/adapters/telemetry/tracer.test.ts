// What X-Ray's daemon receives, and that nothing happens without a daemon or without sampling.

import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { xrayTracer } from '../../../adapters/telemetry/tracer.ts'
import { aReceipt } from '../dynamo/receipts.ts'

const sampled = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1'
const receipt = aReceipt({ millisecondsPerStep: { authenticate: 1, forward: 300 } })

let daemon: Socket
beforeAll(async () => {
  daemon = createSocket('udp4')
  daemon.bind(0, '127.0.0.1')
  await once(daemon, 'listening')
})
afterAll(() => void daemon.close())

const address = () => `127.0.0.1:${daemon.address().port}`

it('a sampled exchange is one datagram: the daemon’s preamble, then the document', async () => {
  const received = once(daemon, 'message')
  xrayTracer({ daemon: address(), header: () => sampled })(receipt)
  const [datagram] = await received
  const [preamble, document, ...more] = String(datagram).split('\n')

  expect(more).toEqual([])
  expect(JSON.parse(preamble ?? '')).toEqual({ format: 'json', version: 1 })
  expect(JSON.parse(document ?? '')).toMatchObject({ name: 'exchange', parent_id: '53995c3f42cd8ad8' })
})

it('each invocation’s own header decides: an exchange that is not sampled is not sent', async () => {
  let header: string | undefined
  const trace = xrayTracer({ daemon: address(), header: () => header })
  const received = once(daemon, 'message')
  trace(aReceipt({ exchangeId: 'unsampled' }))
  header = sampled
  trace(aReceipt({ exchangeId: 'sampled' }))
  const [datagram] = await received

  expect(String(datagram)).toContain('"exchangeId":"sampled"')
})

it.each([undefined, '', 'nonsense', '127.0.0.1:1', 'no.such.host.invalid:2000', '127.0.0.1:99999'])(
  'a daemon at %s disturbs nobody',
  async (where) => {
    const trace = xrayTracer({ daemon: where, header: () => sampled })
    expect(() => trace(receipt)).not.toThrow()
    // Long enough for a refused datagram to come back.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(() => trace(receipt)).not.toThrow()
  },
)
