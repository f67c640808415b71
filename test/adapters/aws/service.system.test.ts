// One service of AWS, asked over sockets: what is sent, what is tried again, and what is not.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openService, type Service, type ServiceOptions } from '../../../adapters/aws/service.ts'
import { listen } from '../../../testkit/listen.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const saying =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(JSON.stringify(body))

const busy = saying(400, { __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' })
const done = saying(200, { done: true })

const settings = {
  service: 'dynamodb',
  id: 'DYNAMODB',
  region: 'us-east-1',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
}

interface Asked {
  readonly service: Service
  readonly origin: string
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly url: string; readonly body: string }[]
  readonly sockets: Set<Socket>
}

/** A service that gives these answers in turn, and then the last one again. */
const answering = async (answers: readonly Answer[], more: Partial<ServiceOptions> = {}): Promise<Asked> => {
  const requests: Asked['requests'] = []
  const sockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    sockets.add(request.socket)
    const answer = answers[Math.min(requests.length, answers.length - 1)]
    const { headers, url = '' } = request
    const index = requests.push({ headers, url, body: '' }) - 1
    requests[index] = { headers, url, body: await text(request) }
    answer?.(request, response)
  })
  const { origin } = await listen(server, { finallyDo: onTestFinished })
  const service = openService({ ...settings, endpoint: origin, ...more })
  onTestFinished(() => service.close())
  return { service, origin, requests, sockets }
}

const question = {
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'A.B' },
  body: '{"text":"naïve 🙂"}',
}

describe('a question', () => {
  it('is sent once, signed, with its bytes, and the next one on the same connection', async () => {
    const { service, requests, sockets } = await answering([done])

    expect(await service.ask(question)).toEqual({ done: true })
    await service.ask(question)

    expect(requests).toHaveLength(2)
    expect(sockets.size).toBe(1)
    expect(requests[0]?.body).toBe(question.body)
    expect(requests[0]?.headers).toMatchObject({ 'x-amz-target': 'A.B', 'x-amz-security-token': 'token' })
    expect(requests[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/us-east-1\/dynamodb\/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, Signature=[0-9a-f]{64}$/,
    )
  })

  it('goes below the path of the endpoint', async () => {
    const { origin, requests } = await answering([done])
    const below = openService({ ...settings, endpoint: `${origin}/base` })
    onTestFinished(() => below.close())

    await below.ask(question)
    await below.ask({ ...question, path: '/endpoints/a/invocations' })

    expect(requests.map(({ url }) => url)).toEqual(['/base/', '/base/endpoints/a/invocations'])
  })

  it('is asked a second time when the service was busy or failed, and a third time never', async () => {
    for (const first of [busy, saying(500, {}), saying(503, {})]) {
      const { service, requests } = await answering([first, done])
      expect(await service.ask(question)).toEqual({ done: true })
      expect(requests).toHaveLength(2)
    }
    const { service, requests } = await answering([busy])
    await expect(service.ask(question)).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' })
    expect(requests).toHaveLength(2)
  })

  it('is not asked again when the answer is an error of the question', async () => {
    const details = { __type: 'x#ConditionalCheckFailedException', Item: { tat: { N: '1' } } }
    const { service, requests } = await answering([saying(400, details)])

    await expect(service.ask(question)).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      status: 400,
      details: { Item: { tat: { N: '1' } } },
    })
    expect(requests).toHaveLength(1)
  })

  it('is asked once where one attempt is allowed', async () => {
    const { service, requests } = await answering([saying(500, {})], { attempts: 1 })

    await expect(service.ask(question)).rejects.toMatchObject({ status: 500 })
    expect(requests).toHaveLength(1)
  })

  it('survives that every connection it has kept is dead', async () => {
    const { service, requests, sockets } = await answering([done])
    await Promise.all(Array.from({ length: 5 }, () => service.ask(question)))
    // Closed without a sign that the client could have read before it asks again.
    const answers = Promise.all(Array.from({ length: 3 }, () => service.ask(question)))
    for (const socket of sockets) socket.resetAndDestroy()

    expect(await answers).toEqual(Array(3).fill({ done: true }))
    expect(requests.length).toBeGreaterThanOrEqual(8)
  })

  it('is over when its signal says so, also while it waits for its second attempt', async () => {
    const { service } = await answering([() => {}])
    const asked = service.ask(question, { abortSignal: AbortSignal.timeout(50) })

    await expect(asked).rejects.toMatchObject({ name: expect.stringMatching(/^(AbortError|TimeoutError)$/) })
  })
})

describe('a clock that is wrong by more than AWS accepts', () => {
  it('is set right by the answer, once for all questions', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    const late = saying(400, { __type: 'x#InvalidSignatureException' }, { date })
    const { service, requests } = await answering([late, done])

    await service.ask(question)
    await service.ask(question)

    const hours = requests.map(({ headers }) => String(headers['x-amz-date']).slice(0, 11))
    expect(requests).toHaveLength(3)
    expect(hours[1]).not.toBe(hours[0])
    expect(hours[2]).toBe(hours[1])
  })

  it('is set right for all questions that were on their way', async () => {
    const ahead = 3_600_000
    const judging: Answer = (request, response) => {
      const stamp = String(request.headers['x-amz-date'])
      const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'))
      const isLate = Math.abs(Date.now() + ahead - at) > 300_000
      const answer = isLate ? saying(400, { __type: 'x#InvalidSignatureException' }) : done
      response.setHeader('date', new Date(Date.now() + ahead).toUTCString())
      answer(request, response)
    }
    const { service } = await answering([judging])

    expect(await Promise.all(Array.from({ length: 5 }, () => service.ask(question)))).toEqual(
      Array(5).fill({ done: true }),
    )
  })

  it('is not taken for the reason of a signature that stays wrong', async () => {
    const wrong = saying(400, { __type: 'x#InvalidSignatureException' }, { date: new Date().toUTCString() })
    const { service, requests } = await answering([wrong])

    await expect(service.ask(question)).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    expect(requests).toHaveLength(1)
  })
})

describe('credentials and a region from elsewhere than variables', () => {
  const without = (...names: readonly string[]): void => {
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const name of names) vi.stubEnv(name, undefined)
  }

  it('hold a question up no longer than its signal allows', async () => {
    const { service, requests } = await answering([done], { credentials: undefined })
    const folder = mkdtempSync(join(tmpdir(), 'profile-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'config'), '[profile slow]\ncredential_process = sleep 3\n')
    without('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY')
    vi.stubEnv('AWS_PROFILE', 'slow')
    vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'))
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null')
    const started = performance.now()

    const asked = service.ask(question, { abortSignal: AbortSignal.timeout(200) })

    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(requests).toEqual([])
  })

  it('are looked for again after they were missing', async () => {
    const { service } = await answering([done], { region: undefined })
    without('AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE')
    for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, '/dev/null')
    await expect(service.ask(question)).rejects.toThrow('Region is missing')

    vi.stubEnv('AWS_REGION', 'eu-central-1')
    expect(await service.ask(question)).toEqual({ done: true })
  })
})

describe('credentials that nobody has', () => {
  it('are an error that says so, and nothing is sent', async () => {
    const { service, requests } = await answering([done], { credentials: undefined })
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) vi.stubEnv(name, '')
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, '/dev/null')

    await expect(service.ask(question)).rejects.toMatchObject({ name: 'CredentialsProviderError' })
    expect(requests).toEqual([])
  })
})
