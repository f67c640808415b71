// The container's contract over real HTTP: SageMaker's two routes, every refusal, one bad text among good ones.

import { beforeAll, describe, expect, it } from 'vitest'
import { compressBatch } from '../../compressor/compress-batch.ts'
import type { Engine } from '../../compressor/engines/engine.ts'
import { helene } from '../../compressor/engines/helene/engine.ts'
import { compressorServer } from '../../compressor/http-server.ts'
import { compressionReply, maxInvocationBytes } from '../../core/compressor/contract.ts'
import { sliceSpans } from '../../core/text/spans.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'

const text =
  'The committee met on the 12th of March and decided, by a narrow majority, that the new bridge should not be opened. '.repeat(
    6,
  )

let warm = true
const failures: unknown[] = []
const server = compressorServer({ isWarm: () => warm, report: (failure) => failures.push(failure) })
let base = ''

const finallyDo = afterSuite()
beforeAll(async () => {
  base = (await listen(server, { finallyDo })).origin
})

const post = (path: string, body: string | Uint8Array): Promise<Response> =>
  fetch(base + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
const invoke = async (request: unknown) => {
  const answer = await post('/invocations', JSON.stringify(request))
  expect(answer.status).toBe(200)
  return compressionReply.parse(await answer.json())
}

it('serves no page of a browser, which need not ask to send what is plain text', async () => {
  const body = JSON.stringify({ engine: 'helene-1', texts: [text] })
  const answer = await fetch(`${base}/invocations`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain', origin: 'https://page.example' },
  })

  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ error: { type: 'permission_error' } })
})

describe('/ping', () => {
  it('answers 200 once warm, 503 before', async () => {
    expect((await fetch(`${base}/ping`)).status).toBe(200)
    warm = false
    const cold = await fetch(`${base}/ping`)
    warm = true
    expect(cold.status).toBe(503)
    expect(await cold.json()).toMatchObject({ error: { type: 'service_unavailable' } })
  })

  it('is answered while a long batch is being compressed', async () => {
    const batch = invoke({ engine: 'helene-1', rate: 0.5, texts: Array.from({ length: 300 }, () => text.repeat(4)) })
    let answered = 0
    let slowest = 0
    for (let running = true; running; ) {
      const since = performance.now()
      running = await Promise.race([
        batch.then(() => false),
        fetch(`${base}/ping`).then(({ status }) => status === 200),
      ])
      slowest = Math.max(slowest, performance.now() - since)
      answered++
    }
    expect((await batch).results).toHaveLength(300)
    expect(answered).toBeGreaterThan(3)
    expect(slowest).toBeLessThan(1_000)
  })
})

describe('/ping, while the largest text is being compressed', () => {
  it('waits for one text, never for a batch', async () => {
    const largest = text.repeat(Math.floor(400_000 / text.length))
    const batch = invoke({ engine: 'helene-1', rate: 0.5, texts: [largest, largest, largest] })
    let waits = 0
    for (let running = true; running; ) {
      running = await Promise.race([batch.then(() => false), fetch(`${base}/ping`).then(({ ok }) => ok)])
      if (running) waits++
    }
    expect((await batch).results).toHaveLength(3)
    expect(waits).toBeGreaterThanOrEqual(2)
  })
})

describe('POST /invocations', () => {
  it('answers by the contract, on the path of SageMaker and on that of its client', async () => {
    for (const path of ['/invocations', '/endpoints/compressor/invocations', '/invocations?a=b']) {
      const answer = await post(path, JSON.stringify({ engine: 'helene-1', rate: 0.4, texts: [text, '', 'Hi.'] }))
      expect(answer.status).toBe(200)
      const { engine_version, results } = compressionReply.parse(await answer.json())
      expect(engine_version).toBe(helene.version)
      expect(results.slice(1)).toEqual([
        { abstained: 'empty', tokens_before: 0 },
        { abstained: 'too-short', tokens_before: 2 },
      ])
      const [first] = results
      if (first === undefined || !('kept' in first)) throw new Error('not compressed')
      expect(first).toMatchObject({ rate_asked: 0.4, floor_reached: false })
      expect(first.rate_reached).toBeCloseTo(0.4, 1)
      expect(first.rate_reached).toBe((first.tokens_before - first.tokens_after) / first.tokens_before)
      const direct = helene.compress(text, { rate: 0.4 })
      if ('abstained' in direct) throw new Error('abstained')
      expect(sliceSpans(text, first.kept)).toBe(sliceSpans(text, direct.kept))
    }
  })

  it('accepts aliases, pinned versions and the lossless depth', async () => {
    const asked = await Promise.all(
      ['helene-1', 'helene-1.0.0', 'adeline-1', 'adeline-1.0.0', 'lossless-1'].map((engine) =>
        invoke({ engine, texts: ['{ "a":  1 }'] }),
      ),
    )
    expect(asked.map(({ engine_version }) => engine_version)).toEqual([
      'helene-1.1.2',
      'helene-1.0.0',
      'adeline-1.14.0',
      'adeline-1.0.0',
      'lossless-1',
    ])
    expect(asked[4]?.results[0]).toMatchObject({ floor_reached: false })
    expect(asked[4]?.results[0]).not.toHaveProperty('rate_asked')
  })

  it.each([
    ['{', 'body'],
    ['"text"', 'body'],
    ['{"texts": ["a"]}', 'engine'],
    ['{"engine": 1, "texts": ["a"]}', 'engine'],
    ['{"engine": "helene-1"}', 'texts'],
    ['{"engine": "helene-1", "texts": []}', 'texts'],
    ['{"engine": "helene-1", "texts": ["a", 7]}', 'texts.1'],
    ['{"engine": "helene-1", "texts": "a"}', 'texts'],
    ['{"engine": "helene-1", "rate": 1.5, "texts": ["a"]}', 'rate'],
    ['{"engine": "helene-1", "rate": "x", "texts": ["a"]}', 'rate'],
    ['{"engine": "helene-1", "budget": -1, "texts": ["a"]}', 'budget'],
  ])('refuses %s, naming %s', async (body, field) => {
    const answer = await post('/invocations', body)
    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as { error: { type: string; message: string } }
    expect(error.type).toBe('invalid_request_error')
    expect(error.message).toContain(field)
  })

  it('never quotes what it refuses', async () => {
    const secret = 'Kolibri-77'
    const bodies = [
      `{"engine": "helene-1", "texts": ["${secret}`,
      `"${secret}"`,
      `["${secret}"]`,
      JSON.stringify({ engine: secret, texts: [secret] }),
      JSON.stringify({ engine: secret.repeat(20), texts: [secret] }),
      JSON.stringify({ engine: 'helene-1', rate: secret, texts: [secret] }),
      JSON.stringify({ engine: 'helene-1', rate: -0.1, texts: [secret] }),
      JSON.stringify({ engine: 'helene-1', rate: null, texts: [secret] }),
      JSON.stringify({ engine: 'helene-1', texts: [secret, { [secret]: secret }] }),
      JSON.stringify({ engine: 'helene-1', texts: { [secret]: secret } }),
    ]
    for (const body of bodies) {
      const answer = await post('/invocations', body)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain(secret)
    }
    const long = await post(`/invocations`, secret.repeat(maxInvocationBytes / 10 + 1))
    expect(long.status).toBe(413)
    expect(await long.text()).not.toContain(secret)
    expect(await (await fetch(`${base}/${secret}`)).text()).not.toContain(secret)
    expect(JSON.stringify(failures)).not.toContain(secret)
  })

  it('refuses bytes that are not UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from('{"engine":"helene-1","texts":["'),
      Buffer.from([0xff]),
      Buffer.from('"]}'),
    ])
    expect((await post('/invocations', body)).status).toBe(400)
  })

  it('refuses an unknown engine and lists the selectable ones', async () => {
    for (const engine of ['helene-2', 'helene-1.9.9', '__proto__', 'constructor']) {
      const answer = await post('/invocations', JSON.stringify({ engine, texts: ['a'] }))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        error: { type: 'unknown_model', available_models: expect.arrayContaining(['helene-1', 'helene-1.0.0']) },
      })
    }
  })

  it('refuses a body over the limit, announced or not', async () => {
    const body = new Uint8Array(maxInvocationBytes + 1).fill(32)
    const announced = await post('/invocations', body)
    expect(announced.status).toBe(413)
    expect(await announced.json()).toMatchObject({ error: { limit_bytes: maxInvocationBytes } })
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < body.length; at += 1_000_000) controller.enqueue(body.subarray(at, at + 1_000_000))
        controller.close()
      },
    })
    const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
    expect((await fetch(`${base}/invocations`, init)).status).toBe(413)
  })

  it('refuses other methods and paths', async () => {
    expect((await fetch(`${base}/invocations`)).status).toBe(405)
    expect((await fetch(`${base}/ping`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${base}/`)).status).toBe(404)
    expect((await fetch(`${base}/invocations/more`, { method: 'POST' })).status).toBe(404)
  })

  it('keeps the offsets of what JSON can carry: lone surrogates, NUL, CRLF', async () => {
    const odd =
      `\ud800 The \0 committee of the town met on Monday, and it decided that the bridge should not be opened.\r\n`.repeat(
        4,
      )
    const { results } = await invoke({ engine: 'helene-1', rate: 0.3, texts: [odd] })
    const [result] = results
    if (result === undefined || !('kept' in result)) throw new Error('not compressed')
    const direct = helene.compress(odd, { rate: 0.3 })
    expect(direct).toMatchObject({ kept: result.kept })
  })
})

describe('a batch', () => {
  const broken: Engine = {
    version: 'broken-1.0.0',
    compress(given) {
      if (given === 'throw') throw new TypeError(`cannot read ${given}`)
      if (given === 'lie') return { kept: [[0, 99]], tokensBefore: 1, tokensAfter: 1, floorReached: false }
      if (given === 'nothing') return { kept: [], tokensBefore: 1, tokensAfter: 0, floorReached: false }
      return { kept: [[0, given.length]], tokensBefore: 1, tokensAfter: 1, floorReached: false }
    },
  }

  it('abstains from texts on which its engine throws or returns unsound spans, and compresses the others', async () => {
    const reported: unknown[] = []
    const request = { engine: 'broken-1', texts: ['good', 'throw', 'lie', 'nothing', 'fine'] }
    const reply = await compressBatch(broken, request, new AbortController().signal, (failure) =>
      reported.push(failure),
    )
    expect(reply.results.map((result) => ('abstained' in result ? result.abstained : 'kept'))).toEqual([
      'kept',
      'engine-failed',
      'engine-failed',
      'engine-failed',
      'kept',
    ])
    expect(reported).toHaveLength(3)
    expect(JSON.stringify(reported)).not.toContain('throw')
  })

  it('beside many others leaves a turn to everything else after each text, and stops where nobody waits any more', async () => {
    let turns = 0
    const turnsAt: number[] = []
    const slow: Engine = {
      version: 'slow-1.0.0',
      compress() {
        turnsAt.push(turns)
        const since = performance.now()
        while (performance.now() - since < 21);
        return { abstained: 'too-short', tokensBefore: 1 }
      },
    }
    const counting = setInterval(() => {
      turns += 1
    }, 1)
    const gone = new AbortController()
    const ask = (signal: AbortSignal) => compressBatch(slow, { engine: 'slow-1', texts: ['a', 'b'] }, signal, () => {})
    const all = Array.from({ length: 5 }, () => ask(new AbortController().signal))
    const left = ask(gone.signal)
    setTimeout(() => gone.abort(), 1)
    await Promise.all(all)
    clearInterval(counting)

    expect(turnsAt).toHaveLength(10)
    expect(new Set(turnsAt).size).toBe(10)
    expect((await left).results).toEqual([])
  })

  it('stops once nobody is waiting for it', async () => {
    const gone = AbortSignal.abort()
    const reply = await compressBatch(broken, { engine: 'broken-1', texts: ['good'] }, gone, () => {})
    expect(reply.results).toEqual([])
  })
})
