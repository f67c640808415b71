// A check that cannot fail proves nothing: none passes against a server that is not a deployment, and the check that looks
// for a flaw finds it.

import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../../testkit/listen.ts'
import { openProvider } from '../../testkit/provider/server.ts'
import { type Check, type Outcome, runChecks } from '../../verify/check.ts'
import { allChecks } from '../../verify/checks/all.ts'
import { anthropicSdkChecks } from '../../verify/checks/anthropic-sdk.ts'
import { headerChecks } from '../../verify/checks/headers.ts'
import { openaiSdkChecks } from '../../verify/checks/openai-sdk.ts'
import { streamChecks } from '../../verify/checks/streams.ts'
import { type DeployedServiceFacts, deployedServiceOf } from '../../verify/deployed-service.ts'
import { questions } from '../../verify/questions.ts'

const serve = async (listener: RequestListener): Promise<string> =>
  (await listen(createServer(listener), { finallyDo: onTestFinished })).origin

const verify = (checks: readonly Check[], facts: Partial<DeployedServiceFacts> & { baseUrl: string }) =>
  runChecks(checks, deployedServiceOf({ serviceKey: 'ak_key', providers: {}, ...facts }), () => {})

const failedNames = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ result }) => result === 'failed').map(({ check }) => check.name)

const everything = {
  stub: 'default',
  limitedKey: 'ak_limited',
  unentitledKey: 'ak_unentitled',
  silenceSeconds: 1,
  providers: { anthropic: { key: 'sk_a', model: 'm' }, openai: { key: 'sk_b', model: 'm' } },
  ledger: { receipts: async () => [], mode: async () => 'repeated' },
} satisfies Partial<DeployedServiceFacts>

describe('every check', () => {
  it('has a name of its own, and every question has a check', () => {
    expect(new Set(allChecks.map(({ name }) => name)).size).toBe(allChecks.length)
    expect(new Set(allChecks.flatMap(({ answers }) => answers ?? []))).toEqual(new Set(Object.keys(questions)))
  })

  it('fails against a server that answers everything with a page', async () => {
    const baseUrl = await serve((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>It works!</p>')
    })
    const outcomes = await verify(allChecks, { baseUrl, functionUrl: baseUrl, dashboardUrl: baseUrl, ...everything })
    expect(outcomes.filter(({ result }) => result !== 'failed').map(({ check }) => check.name)).toEqual([])
  })

  it('is skipped by name if something that it needs is missing', async () => {
    const baseUrl = await serve((request, response) => {
      request.resume()
      response.writeHead(200).end()
    })
    const outcomes = await verify(allChecks, { baseUrl })
    const skipped = outcomes.filter(({ result }) => result === 'skipped')
    expect(skipped.length).toBeGreaterThan(40)
    for (const { seen } of skipped) expect(seen).toMatch(/^needs --/)
  })
})

const flaws = ['lumps', 'clean ends', 'utf-8 headers', 'leaks'] as const
type Flaw = (typeof flaws)[number]

/** A front with one flaw, in front of the stub. */
const flawedFront = async (flaw: Flaw): Promise<string> => {
  const stub = await openProvider()
  onTestFinished(stub.close)
  return serve((request, response) => {
    const upstream = new URL(stub.origin)
    const { host: _, cookie: __, ...headers } = request.headers
    const kept = Object.entries(headers).filter(([name]) => flaw === 'leaks' || !name.startsWith('x-service-'))
    const sent = httpRequest({
      host: upstream.hostname,
      port: upstream.port,
      method: request.method,
      path: request.url?.replace('/provider-a', ''),
      headers: { ...Object.fromEntries(kept), 'accept-encoding': 'identity' },
    })
    sent.on('response', (answer) => {
      const chunks: Buffer[] = []
      const decoded = answer.rawHeaders.map((text) =>
        flaw === 'utf-8 headers'
          ? Buffer.from(text, 'latin1')
              .toString('utf8')
              .replace(/[^\0-\xff]/g, '?')
          : text,
      )
      response.writeHead(answer.statusCode ?? 0, decoded)
      answer.on('data', (chunk: Buffer) => (flaw === 'lumps' ? chunks.push(chunk) : response.write(chunk)))
      answer.on('end', () => response.end(Buffer.concat(chunks)))
      answer.on('error', () => (flaw === 'clean ends' ? response.end() : response.destroy()))
    })
    request.pipe(sent)
  })
}

it('finds each flaw of a front and nothing else', async () => {
  const found = async (flaw: Flaw): Promise<string[]> => {
    const baseUrl = await flawedFront(flaw)
    const checks = [...streamChecks, ...headerChecks]
    return failedNames(await verify(checks, { baseUrl, stub: 'default', silenceSeconds: 0 }))
  }
  const all = await Promise.all(flaws.map(async (flaw) => [flaw, await found(flaw)] as const))
  expect(Object.fromEntries(all)).toEqual({
    lumps: ['streams: pieces as they are sent', 'streams: broken by the provider'],
    'clean ends': ['streams: broken by the provider'],
    'utf-8 headers': ['headers: bytes above 127 on the way down'],
    leaks: ['headers: what is said to the service stays there'],
  })
})

it('says of an upstream that takes any key that it did', async () => {
  const baseUrl = await serve((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"content":[],"choices":[]}')
  })
  const checks = [...anthropicSdkChecks, ...openaiSdkChecks].filter(({ name }) => name.endsWith('does not know'))
  const accepted = { result: 'failed', seen: 'the upstream accepted a key that nobody has' }
  expect(await verify(checks, { baseUrl })).toMatchObject([accepted, accepted])
})
