// Faults around the shipped bundles under AWS's runtime client: cuts, clients that leave, deadlines, freezes.

import { once } from 'node:events'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { type Deployed, deploy } from './deployed.ts'

const finallyDo = afterSuite()
let deployed: Deployed
beforeAll(async () => {
  deployed = await deploy(['messages'], finallyDo)
})
beforeEach(() => {
  deployed.patience = 900_000
})

const path = '/provider-a/v1/messages'
const body = '{"model":"claude-sonnet-4-5","stream":true,"messages":[]}'
const start =
  'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":30,"output_tokens":1}}}\n\n'

const lastReceipt = async (): Promise<Receipt | undefined> => {
  await deployed.environment('messages').idle()
  return (await deployed.receipts()).at(-1)
}

/** Checks that the process goes on and serves the next call. */
const servesOn = async (pid: number | undefined): Promise<void> => {
  deployed.upstream = (_request, response) => response.end('{"next":true}')
  const response = await deployed.post(path, body)
  expect(await response.json()).toEqual({ next: true })
  expect(deployed.environment('messages').process).toMatchObject({ pid, exitCode: null })
}

describe('an upstream that breaks', () => {
  it.each([
    ['with a reset', (destroy: () => void) => destroy()],
    ['after a pause', (destroy: () => void) => setTimeout(destroy, 150)],
  ])('off its stream %s breaks the client’s, after every byte that came before', async (_name, cut) => {
    const { pid } = deployed.environment('messages').process
    deployed.upstream = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(start, () => cut(() => response.destroy()))
    }
    const response = await deployed.post(path, body)
    expect(response.status).toBe(200)
    let received = ''
    const reading = async (): Promise<void> => {
      for await (const chunk of response.body ?? []) received += Buffer.from(chunk).toString()
    }
    await expect(reading()).rejects.toThrow()
    expect(received).toBe(start)
    expect(await lastReceipt()).toMatchObject({ outcome: 'cut', status: 200, usage: { inputTokens: 30 } })
    await servesOn(pid)
  })

  it('off an answer with a declared length breaks the client’s too', async () => {
    deployed.upstream = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"type":"message"', () => response.destroy())
    }
    const response = await deployed.post(path, body)
    await expect(response.text()).rejects.toThrow()
    expect(await lastReceipt()).toMatchObject({ outcome: 'cut' })
  })

  it('off before its status is a 502, with a receipt', async () => {
    const { pid } = deployed.environment('messages').process
    deployed.upstream = (request) => request.socket.destroy()
    const response = await deployed.post(path, body)
    expect(response.status).toBe(502)
    expect(await lastReceipt()).toMatchObject({ status: 502 })
    await servesOn(pid)
  })
})

describe('a client that leaves', () => {
  it('during a stream is not reported: the exchange runs to its end and has a receipt', async () => {
    const { pid } = deployed.environment('messages').process
    const { promise: go, resolve: goOn } = Promise.withResolvers<void>()
    deployed.upstream = async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start)
      await go
      response.end('event: message_delta\ndata: {"type":"message_delta","usage":{"output_tokens":9}}\n\n')
    }
    const leaving = new AbortController()
    const response = await deployed.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: leaving.signal,
    })
    await response.body?.getReader().read()
    leaving.abort()
    await wait(100)
    goOn()
    expect(await lastReceipt()).toMatchObject({ outcome: 'verbatim', usage: { inputTokens: 30, outputTokens: 9 } })
    await servesOn(pid)
  })
})

describe('a deadline', () => {
  it('cuts the stream five seconds before the function would be ended, with a receipt', async () => {
    const { pid } = deployed.environment('messages').process
    deployed.patience = 5_600
    let closed = 0
    const began = performance.now()
    deployed.upstream = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start)
      response.once('close', () => {
        closed = performance.now() - began
      })
    }
    const response = await deployed.post(path, body)
    await expect(response.text()).rejects.toThrow()
    expect(await lastReceipt()).toMatchObject({ outcome: 'cut', usage: { inputTokens: 30 } })
    expect(closed).toBeGreaterThan(500)
    expect(closed).toBeLessThan(4_000)
    deployed.patience = 900_000
    await servesOn(pid)
  })

  it('cuts off a client that has stopped reading, with a receipt', async () => {
    const { pid } = deployed.environment('messages').process
    deployed.patience = 5_800
    const endless = function* (): Generator<Buffer> {
      while (true) yield Buffer.alloc(1_000_000)
    }
    deployed.upstream = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      pipeline(endless, response).catch(() => {})
    }
    await deployed.environment('messages').idle()
    const before = (await deployed.receipts()).length
    const response = await deployed.post(path, body)
    // The invocation itself ends when its last bytes can leave. The receipt does not wait for them.
    await vi.waitFor(async () => expect(await deployed.receipts()).toHaveLength(before + 1), 8_000)
    expect((await deployed.receipts()).at(-1)).toMatchObject({ outcome: 'cut', status: 200 })
    await response.body?.cancel().catch(() => {})
    deployed.patience = 900_000
    await servesOn(pid)
  })

  it('gives a 504 in the provider’s own form if no status has come by then', async () => {
    deployed.patience = 5_500
    deployed.upstream = () => {}
    const response = await deployed.post(path, body)
    expect(response.status).toBe(504)
    expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'timeout_error' } })
    expect(await lastReceipt()).toMatchObject({ status: 504 })
  })
})

describe('a freeze', () => {
  it('longer than every keep-alive does no harm: the next call uses no dead connection', async () => {
    const environment = deployed.environment('messages')
    const answer = (): Promise<Response> => deployed.post(path, body)
    let sockets = 0
    deployed.upstream = (request, response) => {
      request.socket.once('close', () => {
        sockets += 1
      })
      response.end('{"ok":true}')
    }
    await (await answer()).text()
    await environment.idle()
    // Frozen now. The upstream closes its idle connection meanwhile (1 s), and the tables theirs (5 s).
    await wait(6_000)
    expect(sockets).toBe(1)
    const response = await answer()
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: '{"ok":true}' })
    expect(await lastReceipt()).toMatchObject({ status: 200 })
  })

  it('right after the last byte loses nothing: the receipt is written before the runtime is idle', async () => {
    const environment = deployed.environment('messages')
    deployed.upstream = (_request, response) => response.end('{"ok":true}')
    const before = (await deployed.receipts()).length
    await (await deployed.post(path, body)).text()
    await environment.idle()
    expect(await deployed.receipts()).toHaveLength(before + 1)
  })
})

describe('a slow client', () => {
  it('slows the upstream down, and gets every byte', async () => {
    const size = 60_000_000
    let sent = 0
    deployed.upstream = async (_request, response) => {
      for (; sent < size; sent += 500_000)
        if (!response.write(Buffer.alloc(500_000, 'x'))) await once(response, 'drain')
      response.end()
    }
    const asked = request(`${deployed.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'x-service-auth-token': deployed.serviceKey, 'x-api-key': 'k', 'content-type': 'application/json' },
    })
    asked.end(body)
    const [response] = await once(asked, 'response')
    await wait(600)
    expect(sent).toBeLessThan(size / 2)
    let received = 0
    for await (const chunk of response) received += chunk.length
    expect(received).toBe(size)
  })
})
