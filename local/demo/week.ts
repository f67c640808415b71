// A week of made-up traffic for the dashboard: sessions of agents with a simulated clock, through the real pipeline, the real
// compressor and a provider's simulated cache. Receipts go into the service's ledger, as if they had come then.

import { randomBytes } from 'node:crypto'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { sageMakerCompressor, sageMakerRuntime } from '../../adapters/sagemaker/compressor.ts'
import { newServiceKey } from '../../core/access/keys/issue.ts'
import { publicCompressors } from '../../core/compressor/contract.ts'
import { messages } from '../../core/dialects/messages/dialect.ts'
import { routeOfDialect } from '../../core/exchange/deployment.ts'
import { exchange } from '../../core/exchange/exchange.ts'
import { exchangeId } from '../../lambdas/platform/exchange-id.ts'
import { memoryAccounts } from '../../testkit/memory/accounts.ts'
import { received, serviceInMemory, upstreamAnswer } from '../../testkit/memory/service-in-memory.ts'
import { promptCache } from '../../testkit/provider/prompt-cache.ts'
import { randomFrom } from '../../testkit/random.ts'
import { localAccount } from '../data/first-account.ts'
import { buildRuns, orders, sourceFile, testLog } from './results.ts'

const day = 86_400_000
const cacheMilliseconds = 5 * 60_000
const charactersPerToken = 4
const models = ['claude-sonnet-5', 'claude-sonnet-5', 'claude-haiku-4-5', 'claude-opus-5'] as const

interface ToolResult {
  readonly tool: string
  readonly text: string
}
const reads = { tool: 'read_file', text: sourceFile.repeat(6) }
const results: readonly ToolResult[] = [
  { tool: 'list_builds', text: buildRuns },
  { tool: 'run_tests', text: testLog(true) },
  reads,
  reads,
  reads,
  { tool: 'run_tests', text: testLog(false) },
  { tool: 'list_orders', text: orders },
]

const tokensOf = (part: unknown): number => Math.ceil(JSON.stringify(part).length / charactersPerToken)

const usageOf = (read: number, written: number): string =>
  JSON.stringify({
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'Done.' }],
    usage: { input_tokens: 0, cache_read_input_tokens: read, cache_creation_input_tokens: written, output_tokens: 180 },
  })

interface Turn {
  readonly call: object
  readonly result: object
}

const thoughts =
  'I have read what this returned. The failing case is the one with a discount of ten per cent, so the rounding is the first thing to look at; the totals of the orders come later. I will keep the change small and prove it with the tests before I touch anything else. '

/** One call of a tool and what it returned. No two results have the same figures, as in life. */
const turnOf = (number: number, { tool, text }: ToolResult, random: () => number): Turn => {
  const id = `toolu_${number}`
  const content = text.replace(/\d+/g, (digits) => String(Math.floor(random() * 10 ** digits.length)))
  const input = tool === 'read_file' ? { path: `src/part-${number}.ts` } : { step: number }
  return {
    call: {
      role: 'assistant',
      content: [
        { type: 'text', text: thoughts.repeat(2) },
        { type: 'tool_use', id, name: tool, input },
      ],
    },
    // The marker says what the provider is to cache; an agent puts it on its newest message.
    result: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content, cache_control: { type: 'ephemeral' } }],
    },
  }
}

/** Takes the marker off a message that is not the newest any more. */
const withoutMarker = (message: object): void => {
  if (!('content' in message) || !Array.isArray(message.content)) return
  for (const block of message.content) if (typeof block === 'object' && block !== null) delete block.cache_control
}

export interface WeekOptions {
  readonly dynamo: Dynamo
  readonly compressorEndpoint: string
  /** Milliseconds since the epoch: the end of the week. */
  readonly until: number
  readonly sessions: number
}

/** Plays it. Resolves when the last receipt is written. The same options give the same traffic. */
export const playWeek = async ({ dynamo, compressorEndpoint, until, sessions }: WeekOptions): Promise<void> => {
  const random = randomFrom(7)
  const upTo = (limit: number): number => Math.floor(random() * limit)
  let now = until - 7 * day
  const cached = promptCache({ tokensOf, holds: 'every-beginning', lifetimeMs: cacheMilliseconds })
  const keys = ['Build server', 'Ana’s laptop'].map((label) =>
    newServiceKey(localAccount, randomBytes(32), now, { label }),
  )
  for (const { key } of keys) await dynamoKeys(dynamo).put(key)
  const service = sageMakerRuntime({ ...localAws, endpoint: compressorEndpoint })
  const endpoints = Object.fromEntries(publicCompressors.map((name) => [name, 'compressor']))
  const made = serviceInMemory({ account: { accountId: localAccount } })
  const { deployment } = serviceInMemory({
    ports: {
      now: () => now,
      accounts: memoryAccounts(new Map([[localAccount, made.account]])),
      keys: dynamoKeys(dynamo),
      ledger: dynamoLedger(dynamo),
      compressor: sageMakerCompressor({ endpoints, service }),
      async send({ body }) {
        const { messages: sent } = JSON.parse(String(body)) as { messages: readonly unknown[] }
        const { read, written } = cached(sent, now)
        return upstreamAnswer(200, [usageOf(read, written)])
      },
    },
  })
  const pipeline = exchange(routeOfDialect(messages), deployment)

  for (let session = 0; session < sessions; session += 1) {
    const start = until - 7 * day + Math.floor(((session + random()) / sessions) * (7 * day - 3 * 3_600_000))
    const sessionId = `0b9f4a52-7a3c-4c0d-8a5e-${String(session).padStart(12, '0')}`
    const { secret } = keys[upTo(keys.length)] ?? { secret: '' }
    const model = models[upTo(models.length)]
    const history: object[] = [
      { role: 'user', content: `The nightly build ${session} is red. Find out why, and fix it.` },
    ]
    const isAgent = upTo(4) > 0
    now = start
    for (let number = 0; number < 4 + upTo(18); number += 1) {
      // Somebody went for lunch now and then.
      now += upTo(12) === 0 ? 40 * 60_000 : 15_000 + upTo(75_000)
      const inbound = made.request({
        id: exchangeId(now),
        receivedAt: now,
        deadline: now + 900_000,
        headers: {
          'x-service-auth-token': secret,
          ...(isAgent ? { 'x-claude-code-session-id': sessionId } : { 'x-service-session-id': sessionId }),
          ...(upTo(40) === 0 ? { 'x-service-compaction': 'observe' } : {}),
        },
        body: JSON.stringify({ model, max_tokens: 1_000, system: 'You are a coding agent.', messages: history }),
      })
      await received(await pipeline(inbound))
      const { call, result } = turnOf(number, results[upTo(results.length)] ?? reads, random)
      for (const message of history) withoutMarker(message)
      history.push(call, result)
    }
  }
  service.close()
}
