// What stands around the processes under test: tables, the compressor's process, a provider, and a proxy in front of each.

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import { type Dynamo, openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger, type LedgerRecords } from '../../adapters/dynamo/ledger/ledger.ts'
import { createTables } from '../../adapters/dynamo/tables/create-tables.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { type Account, entitlements, type Limits } from '../../core/access/account.ts'
import { newAccount, newServiceKey } from '../../core/access/keys/issue.ts'
import { defaultPolicy } from '../../core/access/policy.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { startChild } from '../../local/process/child.ts'
import type { Finally } from '../../testkit/after-suite.ts'
import { openBlackHole } from '../../testkit/faults/black-hole.ts'
import { openTcpProxy, type TcpProxy } from '../../testkit/faults/tcp-proxy.ts'
import { listen } from '../../testkit/listen.ts'
import { openProvider, type Provider } from '../../testkit/provider/server.ts'

/** A header that names a trial, to the service and, beside it, to the provider. */
export const trialHeader = 'x-trial'

/** An account that wants text shortened before it is sent for the first time, so that its requests wait for the compressor. */
const arrivalAccount = 'arrival'
const steadyAccount = 'steady'

export interface Ground {
  readonly dynamo: Dynamo
  readonly ledger: LedgerRecords
  readonly provider: Provider
  /** In front of the default upstream of OpenAI's paths; Anthropic's lead to the provider without a detour. */
  readonly upstream: TcpProxy
  readonly tables: TcpProxy
  readonly compressor: TcpProxy
  readonly compressorPid: number
  /** Keys without limits. */
  readonly keys: { readonly steady: string; readonly arrival: string }
  /** Requests of a trial that reached the provider. */
  reached(session: string): number
  /** The bodies of a trial that reached the provider, in order. */
  bodies(session: string): readonly Buffer[]
  /** A further key of the steady account. */
  issueKey(limits?: Limits): Promise<string>
  /** An origin that refuses connections, and one that never makes them: both trusted for overrides. */
  readonly closed: string
  readonly blackHole: string
  /** Of a process of the service. */
  readonly environment: Readonly<Record<string, string>>
}

const openAccounts = async (dynamo: Dynamo) => {
  const accounts = dynamoAccounts(dynamo)
  const open = (id: string, more: Partial<Account>) =>
    accounts.put({
      ...newAccount(id, 'organization', randomBytes(32), Date.now()),
      ...{ apiAccess: true, entitlements: [...entitlements], ...more },
    })
  await open(steadyAccount, {})
  await open(arrivalAccount, { compaction: { ...defaultPolicy, mode: 'arrival' } })
}

const openCompressor = async (finallyDo: Finally) => {
  const { port, pid, kill } = await startChild({
    name: 'compressor',
    script: new URL('../../compressor/server.ts', import.meta.url).pathname,
    environment: { HOST: '127.0.0.1', PORT: '0' },
    log: { write: () => {}, close: () => {} },
  })
  finallyDo(kill)
  return { port, pid }
}

const openNowhere = async (finallyDo: Finally) => {
  const once = await listen(createServer())
  await once.close()
  const hole = await openBlackHole()
  finallyDo(hole.close)
  return { closed: once.origin, blackHole: hole.origin }
}

export const openGround = async (finallyDo: Finally): Promise<Ground> => {
  const compressing = openCompressor(finallyDo)
  const nowhere = await openNowhere(finallyDo)
  const embedded = await openEmbeddedDynamo()
  finallyDo(embedded.close)
  const { hostname, port, pathname } = new URL(embedded.endpoint)
  const proxied = async (target: number): Promise<TcpProxy> => {
    const proxy = await openTcpProxy(target)
    finallyDo(proxy.close)
    return proxy
  }
  const tables = await proxied(Number(port))
  const options = { tablePrefix: defaultTablePrefix, deadlineMilliseconds: 10_000, ...localAws }
  const dynamo = openDynamo({ ...options, endpoint: embedded.endpoint })
  finallyDo(dynamo.close)
  await createTables(dynamo)
  await openAccounts(dynamo)
  const issue = async (account: string, limits?: Limits): Promise<string> => {
    const { secret, key } = newServiceKey(account, randomBytes(32), Date.now(), limits === undefined ? {} : { limits })
    await dynamoKeys(dynamo).put(key)
    return secret
  }
  const seen = new Map<string, Buffer[]>()
  const provider = await openProvider({
    tokensOf: () => ({ total: 100, read: 80, written: 0 }),
    seen: ({ request, body }) => {
      const session = String(request.headers[trialHeader])
      seen.set(session, [...(seen.get(session) ?? []), body])
    },
  })
  finallyDo(provider.close)
  const upstream = await proxied(provider.port)
  const { port: compressorPort, pid } = await compressing
  const compressor = await proxied(compressorPort)
  const upstreams = { upstreamAnthropic: provider.origin, upstreamOpenai: `${upstream.origin}/v1` }
  return {
    ...{ dynamo, provider, upstream, tables, compressor, compressorPid: pid, ledger: dynamoLedger(dynamo) },
    ...nowhere,
    keys: { steady: await issue(steadyAccount), arrival: await issue(arrivalAccount) },
    reached: (session) => seen.get(session)?.length ?? 0,
    bodies: (session) => seen.get(session) ?? [],
    issueKey: (limits) => issue(steadyAccount, limits),
    environment: {
      ...functionsEnvironment(upstreams, `http://${hostname}:${tables.port}${pathname}`, compressor.origin),
      TRUSTED_OVERRIDE_ORIGINS: `${nowhere.closed},${nowhere.blackHole}`,
    },
  }
}
