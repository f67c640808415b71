// A running service in a process of its own with a provider behind it, for tests that call it from outside as clients do.

import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { type AccountChanges, type AccountRecords, dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import { type Dynamo, openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import type { Limits } from '../../core/access/account.ts'
import { newServiceKey } from '../../core/access/keys/issue.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { openProvider, type Provider } from '../../testkit/provider/server.ts'

const facts = z.object({
  baseUrl: z.url(),
  serviceKey: z.string(),
  account: z.string(),
  dynamodbEndpoint: z.url(),
  compressorEndpoint: z.url(),
  pid: z.number(),
})

/** A request as it reached the provider. */
export interface ForwardedRequest {
  readonly method: string
  readonly url: string
  readonly body: Buffer
}

export interface ServiceUnderTest extends z.infer<typeof facts> {
  readonly provider: Provider
  /** The requests that reached the provider, in order. */
  readonly forwarded: readonly ForwardedRequest[]
  readonly dynamo: Dynamo
  readonly accounts: AccountRecords
  /** The whole standard output and error of the service, and its log. */
  readonly written: () => string
  /** A new session id and the headers that a client of the service sends with it. */
  session(): { readonly id: string; readonly headers: Record<string, string> }
  /** The receipts of a session. Waits until there are `count` of them. */
  receipts(session: string, count: number): Promise<readonly Receipt[]>
  /** A further key of the service's account, with limits of its own. */
  issueKey(limits: Limits): Promise<string>
  /** Changes the service's account and waits until its functions see it. */
  setAccount(changes: AccountChanges): Promise<void>
  close(): Promise<void>
}

/** What the parts of the service have logged. */
const logOf = (data: string): string => readFileSync(join(data, 'service.log'), 'utf8')

const main = join(import.meta.dirname, 'start-unwarmed.ts')
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Longer than the functions of a service remember an account. */
const seenMilliseconds = 1_300

/** Without a dashboard: a process more, which none of these requests reaches. */
export const startService = async ({ dashboard = false } = {}): Promise<ServiceUnderTest> => {
  const forwarded: ForwardedRequest[] = []
  const provider = await openProvider({
    // Less than any cache holds: more would tell that this upstream caches what nobody asks for.
    tokensOf: () => ({ total: 100, read: 60, written: 0 }),
    seen: ({ request: { method = '', url = '' }, body }) => forwarded.push({ method, url, body }),
  })
  const data = mkdtempSync(join(tmpdir(), 'service-under-test-'))
  const upstreams = ['--upstream-anthropic', provider.origin, '--upstream-openai', `${provider.origin}/v1`]
  const words = ['--data', data, '--port', '0', '--ready-json', ...upstreams, ...(dashboard ? [] : ['--no-dashboard'])]
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  const ready = new Promise<z.infer<typeof facts>>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('\n')) resolve(facts.parse(JSON.parse(output)))
    })
    child.on('exit', () => reject(new Error(`The service did not open.\n${errors}`)))
  })

  const known = await ready
  const dynamo = openDynamo({
    tablePrefix: defaultTablePrefix,
    endpoint: known.dynamodbEndpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    deadlineMilliseconds: 10_000,
  })
  const ledger = dynamoLedger(dynamo)
  const accounts = dynamoAccounts(dynamo)
  return {
    ...known,
    provider,
    forwarded,
    dynamo,
    accounts,
    written: () => output + errors + logOf(data),
    session: () => {
      const id = randomUUID()
      return { id, headers: { 'X-Service-Auth-Token': known.serviceKey, 'X-Service-Session-Id': id } }
    },
    receipts: async (session, count) => {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const found = await ledger.session(known.account, session)
        if (found.length >= count) return found
        await wait(50)
      }
      throw new Error(`There are fewer than ${count} receipts.`)
    },
    issueKey: async (limits) => {
      const { secret, key } = newServiceKey(known.account, randomBytes(32), Date.now(), { limits })
      await dynamoKeys(dynamo).put(key)
      return secret
    },
    setAccount: async (changes) => {
      await accounts.update(known.account, changes)
      await wait(seenMilliseconds)
    },
    close: async () => {
      dynamo.close()
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await provider.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
