// A deployment of the shipped bundles: tables, a compressor process, an upstream that a test scripts, and for each route
// an environment behind its function URL.

import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { createTables } from '../../adapters/dynamo/create-tables.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { RouteName } from '../../lambdas/routes.ts'
import { startChild } from '../../local/child.ts'
import { openEmbeddedDynamo } from '../../local/dynamodb.ts'
import { ensureFirstAccount, ensureFirstKey, localAccount } from '../../local/first-account.ts'
import { functionsEnvironment, localAws } from '../../local/functions-environment.ts'
import type { Finally } from '../fakes/after-suite.ts'
import { buildBundles } from './bundles.ts'
import { type Environment, startEnvironment } from './environment.ts'
import { functionUrlsOver } from './function-url.ts'

export interface Deployed {
  readonly baseUrl: string
  readonly serviceKey: string
  /** What the upstream does with its next requests. */
  upstream: RequestListener
  /** The origin of another upstream, trusted for overrides: the same server at another port. */
  readonly otherUpstream: string
  /** Milliseconds that an invocation has. */
  patience: number
  environment(name: RouteName): Environment
  /** All receipts so far, oldest first. */
  receipts(): Promise<readonly Receipt[]>
  request(path: string, init?: RequestInit & { readonly duplex?: 'half' }): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

const listen = async (server: Server, finallyDo: Finally): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  finallyDo(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** Everything that runs is handed to `finallyDo`. */
export const deploy = async (names: readonly RouteName[], finallyDo: Finally): Promise<Deployed> => {
  const bundles = await buildBundles(names)
  finallyDo(() => rmSync(bundles.folder, { recursive: true, force: true }))
  const tables = await openEmbeddedDynamo()
  finallyDo(tables.close)
  const dynamo = openDynamo({
    tablePrefix: defaultTablePrefix,
    endpoint: tables.endpoint,
    deadlineMilliseconds: 5_000,
    ...localAws,
  })
  finallyDo(dynamo.close)
  await createTables(dynamo)
  await ensureFirstAccount(dynamo)
  const serviceKey = await ensureFirstKey(dynamo, undefined)
  const compressor = await startChild({
    name: 'compressor',
    script: join(import.meta.dirname, '..', 'fakes', 'compressor-server.ts'),
    environment: {},
    log: { write: () => {}, close: () => {} },
  })
  finallyDo(compressor.kill)

  const upstream = createServer((request, response) => deployed.upstream(request, response))
  // Shorter than a provider's, so that a test need not wait long for an idle connection to die.
  upstream.keepAliveTimeout = 1_000
  const origin = await listen(upstream, finallyDo)
  const otherUpstream = await listen(
    createServer((request, response) => deployed.upstream(request, response)),
    finallyDo,
  )
  const variables = {
    ...functionsEnvironment(
      { upstreamA: origin, upstreamB: `${origin}/v1` },
      tables.endpoint,
      `http://127.0.0.1:${compressor.port}`,
    ),
    TRUSTED_OVERRIDE_ORIGINS: otherUpstream,
  }
  const started = names.map(
    async (name) => [name, await startEnvironment(name, join(bundles.folder, name), variables)] as const,
  )
  const environments = new Map(await Promise.all(started))
  finallyDo(async () => {
    await Promise.all([...environments.values()].map((environment) => environment.stop()))
  })
  const urls = functionUrlsOver(environments)
  const baseUrl = await listen(urls.server, finallyDo)

  const deployed: Deployed = {
    baseUrl,
    serviceKey,
    otherUpstream,
    upstream: (_request, response) => response.writeHead(500).end(),
    get patience() {
      return urls.patience
    },
    set patience(milliseconds) {
      urls.patience = milliseconds
    },
    environment(name) {
      const environment = environments.get(name)
      if (environment === undefined) throw new Error(`${name} was not deployed`)
      return environment
    },
    receipts: () => dynamoLedger(dynamo).month(localAccount, new Date().toISOString().slice(0, 7)),
    request(path, { headers, ...init } = {}) {
      const own = { 'x-service-auth-token': serviceKey, 'x-api-key': 'sk-up', authorization: 'Bearer sk-up' }
      return fetch(baseUrl + path, {
        redirect: 'manual',
        ...init,
        headers: { ...own, ...Object.fromEntries(new Headers(headers)) },
      })
    },
    post(path, body, headers = {}) {
      return deployed.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    },
  }
  return deployed
}
