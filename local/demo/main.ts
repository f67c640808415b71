// `npm run demo`: runs the whole service and a small provider on this machine, and plays an agent's session through both,
// in the modes `repeated` and `arrival`. Shows what each request lost on its way, and what the ledger says.

import { randomUUID } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { codeOf, reasonOf } from '../../adapters/files/file-fault.ts'
import { sayOutputFault } from '../../adapters/files/output-fault.ts'
import { refuseTakenByNpm } from '../../bin/taken-by-npm.ts'
import { sayingFaults } from '../../bin/usage-fault.ts'
import type { CompactionMode } from '../../core/access/policy.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { type LocalService, openLocalService } from '../service.ts'
import { type Agent, chatAgent, messagesAgent } from './agent.ts'
import { showDashboard } from './dashboard.ts'
import { type DemoOptions, demoOptions, readDemoOptions, usage } from './options.ts'
import { demoPage, type PlayedSession, type PlayedTurn } from './page.ts'
import { openDemoProvider } from './provider.ts'
import { legend, showHeading, showLedger, showTurn } from './show.ts'

/** Longer than the second for which an account is cached. */
const accountCacheMilliseconds = 1_100
const receiptMilliseconds = 5_000
/** A model takes seconds, this one none: so long until the record of a turn is written, which the next one continues. */
const recordMilliseconds = 500

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

const play = async (service: LocalService, agent: Agent, lastBody: () => string): Promise<readonly PlayedTurn[]> => {
  const played: PlayedTurn[] = []
  const desk = openDesk(service)
  const sessionId = randomUUID()
  let receipts: readonly Receipt[] = []
  let number = 0
  for await (const turn of agent({ ...service.facts, sessionId })) {
    number += 1
    receipts = await desk.receipts(sessionId, number)
    const received = lastBody()
    played.push({ number, turn, received, receipt: receipts.at(-1) })
    say(showTurn(number, turn, received, receipts.at(-1)))
    await wait(recordMilliseconds)
  }
  desk.close()
  say(showLedger(receipts))
  return played
}

// Where the reader has closed the output, that is all.
process.stdout.on('error', (error) => {
  if (codeOf(error) !== 'EPIPE') sayOutputFault(error)
  process.exit()
})

const playSessions = async (): Promise<readonly PlayedSession[]> => {
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

  await desk.setMode('arrival')
  say(showHeading('arrival', 'chat-completions dialect, through openai'))
  const second = await play(service, chatAgent, provider.lastBody)

  desk.close()
  await service.close()
  await provider.close()
  return [
    { mode: 'repeated', turns: first },
    { mode: 'arrival', turns: second },
  ]
}

/** Beside the project, where a browser finds it. */
const page = join(process.cwd(), 'demo.html')

/** Whether it was written. Otherwise says why not. */
const isWritten = async (write: () => Promise<void>): Promise<boolean> => {
  try {
    await write()
    return true
  } catch (error) {
    process.stderr.write(`${page} cannot be written: ${reasonOf(codeOf(error))}.\n`)
    process.exitCode = 1
    return false
  }
}

/** Before anything is played, which takes half a minute. */
const isPageWritable = (): Promise<boolean> => isWritten(async () => (await open(page, 'a')).close())

const writePage = async (sessions: readonly PlayedSession[]): Promise<void> => {
  if (await isWritten(() => writeFile(page, demoPage(sessions))))
    say(`\nWhat the agent sent, and what went: ${pathToFileURL(page)}`)
}

const act = async ({ help, dashboard, port, page: isPageWanted }: DemoOptions): Promise<void> => {
  if (help) say(usage)
  else if (dashboard) await showDashboard(port)
  else if (!isPageWanted) await playSessions()
  else if (await isPageWritable()) await writePage(await playSessions())
}

await sayingFaults(usage, () => {
  refuseTakenByNpm({ script: 'demo', program: 'npm run demo', options: demoOptions }, process.env)
  return act(readDemoOptions(process.argv.slice(2)))
})
