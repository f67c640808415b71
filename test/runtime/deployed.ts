// A deployment of the shipped bundles: tables, a compressor process, an upstream that a test scripts, and an environment
// behind a function URL for each route.

import { rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { RouteName } from '../../lambdas/routes.ts'
import { workerBundle } from '../../lib/bundles/shipped-bundles.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { startChild } from '../../local/process/child.ts'
import type { Finally } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { openTablesWithKey } from '../../testkit/tables-with-key.ts'
import { buildBundles } from './bundles.ts'
import { type DistributionUnderTest, distributionOver } from './distribution.ts'
import type { Environment } from './environment.ts'
import { startFunction } from './lambda-function.ts'
import { functionUrlsOver } from './lambda-platform.ts'

export interface Deployed {
  /** Base URL of the function URLs. */
  readonly baseUrl: string
  /** The distribution in front of them. */
  readonly frontDoor: { readonly baseUrl: string; readonly distribution: DistributionUnderTest }
  readonly serviceKey: string
  /** What the upstream does with its next requests. */
  upstream: RequestListener
  /** The origin of another upstream, trusted for overrides: the same server at another port. */
  readonly otherUpstream: string
  /** Milliseconds that an invocation has. */
  patience: number
  /** The oldest environment of a route's function. */
  environment(name: RouteName): Environment
  /** All running environments. */
  environments(name: RouteName): readonly Environment[]
  /** All receipts so far, oldest first. */
  receipts(): Promise<readonly Receipt[]>
  request(path: string, init?: RequestInit & { readonly duplex?: 'half' }): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

export interface DeployOptions {
  /** Environments of each function at most. @default 1 */
  readonly concurrency?: number
  /** The secret of the front door, and the further secrets that functions accept. @default none */
  readonly originSecrets?: readonly string[]
  /** Whether the compressor is a thread of the functions. @default a process with a small engine */
  readonly inFunction?: boolean
}

/** The origin of a compressor with a small engine. */
const openCompressor = async (finallyDo: Finally): Promise<string> => {
  const { port, kill } = await startChild({
    name: 'compressor',
    script: join(import.meta.dirname, '..', '..', 'testkit', 'compressor-server.ts'),
    environment: {},
    log: { write: () => {}, close: () => {} },
  })
  finallyDo(kill)
  return `http://127.0.0.1:${port}`
}

const clientOf = (baseUrl: string, serviceKey: string): Pick<Deployed, 'request' | 'post'> => {
  const own = { 'x-service-auth-token': serviceKey, 'x-api-key': 'sk-up', authorization: 'Bearer sk-up' }
  const request: Deployed['request'] = (path, { headers, ...init } = {}) =>
    fetch(baseUrl + path, {
      redirect: 'manual',
      ...init,
      headers: { ...own, ...Object.fromEntries(new Headers(headers)) },
    })
  return {
    request,
    post: (path, body, headers = {}) =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

/** Hands everything that runs to `finallyDo`. */
export const deploy = async (
  names: readonly RouteName[],
  finallyDo: Finally,
  options: DeployOptions = {},
): Promise<Deployed> => {
  const { concurrency = 1, originSecrets = [], inFunction = false } = options
  const bundles = buildBundles(names, inFunction ? workerBundle : undefined)
  finallyDo(() => rmSync(bundles, { recursive: true, force: true }))
  const { endpoint, serviceKey, receipts } = await openTablesWithKey(finallyDo)
  const compressor = inFunction ? '' : await openCompressor(finallyDo)

  const upstream = createServer((request, response) => deployed.upstream(request, response))
  // Shorter than a provider's, so that a test does not wait long until an idle connection dies.
  upstream.keepAliveTimeout = 1_000
  const { origin } = await listen(upstream, { finallyDo })
  const { origin: otherUpstream } = await listen(
    createServer((request, response) => deployed.upstream(request, response)),
    { finallyDo },
  )
  const variables = {
    ...functionsEnvironment({ upstreamAnthropic: origin, upstreamOpenai: `${origin}/v1` }, endpoint, compressor),
    TRUSTED_OVERRIDE_ORIGINS: otherUpstream,
    ORIGIN_SECRETS: originSecrets.join(','),
    ...(inFunction ? { COMPRESSOR_MODULE: `./${workerBundle.file}`, COMPRESSOR_ENDPOINTS: '{}' } : {}),
  }
  const started = names.map(
    async (name) =>
      [name, await startFunction({ name, taskRoot: join(bundles, name), variables, concurrency })] as const,
  )
  const functions = new Map(await Promise.all(started))
  finallyDo(async () => {
    await Promise.all([...functions.values()].map((lambda) => lambda.stop()))
  })
  const urls = functionUrlsOver(functions)
  const { origin: baseUrl } = await listen(urls.server, { finallyDo })
  const [originSecret] = originSecrets
  const distribution = distributionOver({ origin: baseUrl, originSecret })
  const front = await listen(distribution.server, { finallyDo })
  const frontDoor = { baseUrl: front.origin, distribution }

  const deployed: Deployed = {
    baseUrl,
    frontDoor,
    serviceKey,
    otherUpstream,
    upstream: (_request, response) => response.writeHead(500).end(),
    get patience() {
      return urls.patience
    },
    set patience(milliseconds) {
      urls.patience = milliseconds
    },
    environments: (name) => functions.get(name)?.environments ?? [],
    environment(name) {
      const [environment] = deployed.environments(name)
      if (environment === undefined) throw new Error(`${name} was not deployed`)
      return environment
    },
    receipts,
    ...clientOf(baseUrl, serviceKey),
  }
  return deployed
}
