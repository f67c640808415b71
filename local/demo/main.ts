// `npm run demo`: runs the whole service and a small provider on this machine, and plays an agent's session through both,
// in the modes `repeated` and `arrival`. Shows what each request lost on its way, and what the ledger says.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { dynamoAccounts } from '../../adapters/dynamo/accounts.ts'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables.ts'
import type { CompactionMode } from '../../core/access/policy.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { localAws } from '../functions-environment.ts'
import { type LocalService, openLocalService } from '../service.ts'
import { type Agent, chatAgent, messagesAgent } from './agent.ts'
import { showDashboard } from './dashboard.ts'
import { openDemoProvider } from './provider.ts'
import { legend, showHeading, showLedger, showTurn } from './show.ts'

/** Longer than the second for which an account is cached. */
const accountCacheMilliseconds = 1_100
const receiptMilliseconds = 5_000

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const openDesk = ({ facts }: LocalService) => {
  const endpoint = facts.dynamodbEndpoint
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, deadlineMilliseconds: 5_000, endpoint, ...localAws })
  const ledger = dynamoLedger(dynamo)
  return {
    close: dynamo.close,
    setMode: async (mode: CompactionMode): Promise<void> => {
      await dynamoAccounts(dynamo).update(facts.account, { mode })
      await wait(accountCacheMilliseconds)
    },
    /** The receipts of a session, once `count` of them are written. They are written behind the answers. */
    receipts: async (sessionId: string, count: number): Promise<readonly Receipt[]> => {
      for (let waited = 0; ; waited += 20) {
        const found = await ledger.session(facts.account, sessionId)
        if (found.length >= count) return found
        if (waited > receiptMilliseconds) throw new Error('A receipt is missing.')
        await wait(20)
      }
    },
  }
}

const play = async (service: LocalService, agent: Agent, lastBody: () => string): Promise<readonly Receipt[]> => {
  const desk = openDesk(service)
  const sessionId = randomUUID()
  let receipts: readonly Receipt[] = []
  let number = 0
  for await (const turn of agent({ ...service.facts, sessionId })) {
    number += 1
    receipts = await desk.receipts(sessionId, number)
    say(showTurn(number, turn, lastBody(), receipts.at(-1)))
  }
  desk.close()
  return receipts
}

// The reader has closed the output.
process.stdout.on('error', () => process.exit(0))

const playSessions = async (): Promise<void> => {
  const provider = await openDemoProvider()
  say(`Starting the service and a small provider on this machine …\n\n${legend}`)
  const service = await openLocalService({
    port: 0,
    data: undefined,
    upstreamAnthropic: provider.origin,
    upstreamOpenai: `${provider.origin}/v1`,
    report: (line) => process.stderr.write(`${line}\n`),
    log: { write: () => {}, close: () => {} },
  })
  const desk = openDesk(service)

  say(showHeading('repeated', 'messages dialect, through @anthropic-ai/sdk'))
  const first = await play(service, messagesAgent, provider.lastBody)
  say(showLedger(first))

  await desk.setMode('arrival')
  say(showHeading('arrival', 'chat-completions dialect, through openai'))
  const second = await play(service, chatAgent, provider.lastBody)
  say(showLedger(second))

  desk.close()
  await service.close()
  await provider.close()
}

if (process.argv.includes('--dashboard')) await showDashboard()
else await playSessions()
