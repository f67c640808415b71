// `npm run bench:load`: half an hour at the highest rate that this machine holds, and whether anything is lost or grows.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { keepCompressor } from '../../local/compressor.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { noLog } from '../../local/process/bounded-log.ts'
import { freePort } from '../../local/process/free-port.ts'
import { randomFrom } from '../../testkit/random.ts'
import { isReached } from '../../testkit/report/figures.ts'
import { sectionText } from '../../testkit/report/table.ts'
import { asCommand } from '../command/as-command.ts'
import { machineText, thisMachine } from '../command/machine.ts'
import { compressorScript, openLineup, type Target } from '../lineup/lineup.ts'
import { type MeasuredProcess, startMeasured } from '../processes/measured.ts'
import { highestRate } from './highest-rate.ts'
import type { Exchange } from './one-exchange.ts'
import { openLoop } from './open-loop.ts'
import { type LoadOptions, readLoadOptions, usage } from './options.ts'
import { type AtRest, type Loaded, loadPlots, loadSections } from './report.ts'
import { type Look, look, socketsOf } from './watch.ts'

const mostLookSeconds = 5
const warmUpPerSecond = 4
const mostWarmUpSeconds = 20
/** What is decided and written behind the last answers, and connections that time out. */
const mostRestSeconds = 10
/** A receipt is written behind its answer; a busy machine takes its time. */
const receiptsMilliseconds = 2_000
/** What the service logs with a receipt that its ledger did not take. */
const receiptInLog = '"exchange without receipt"'
const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const tableFacts = z.object({
  endpoint: z.string(),
  serviceKey: z.string(),
  deploymentSecrets: z.array(z.string()),
})
const receipts = z.record(z.string(), z.number())

interface Opened {
  readonly service: Target
  readonly tables: MeasuredProcess
}

/** The container's program with all that it needs, in processes of their own. Everything ends with `opened`. */
const openService = async (folder: string, opened: AsyncDisposableStack): Promise<Opened> => {
  const lineup = opened.adopt(
    await openLineup({ scale: 'full', random: Math.random, folder, profiles: undefined }),
    (one) => one.close(),
  )
  const environment = { DATA: join(folder, 'tables') }
  const tables = opened.adopt(
    await startMeasured({ name: 'tables', script: 'proxies/tables.ts', environment, folder }),
    (one) => one.end(),
  )
  const compressor = opened.adopt(await keepCompressor({ script: compressorScript, log: noLog, report: say }), (one) =>
    one.end(),
  )
  const { endpoint, serviceKey, deploymentSecrets } = tableFacts.parse(tables.facts)
  const upstreams = { upstreamAnthropic: `http://127.0.0.1:${lineup.direct.port}` }
  const service = await lineup.container(
    {
      ...functionsEnvironment(upstreams, endpoint, compressor.endpoint, { deploymentSecrets }),
      LOOKUP_CACHE_SECONDS: '60',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      LEAVE_SECONDS: '0',
    },
    serviceKey,
  )
  return { service, tables }
}

const atRest = async ({ process }: Target, seconds: number): Promise<AtRest> => {
  await wait(Math.min(mostRestSeconds, seconds) * 1_000)
  return { usage: await process.usageCollected(), sockets: socketsOf(process.pid) }
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The receipts that came since, by outcome, once no more of them come. */
const receiptsSince = async (tables: MeasuredProcess, since: Readonly<Record<string, number>>) => {
  let now = await tables.ask('receipts', receipts)
  for (let before = -1; total(now) !== before; now = await tables.ask('receipts', receipts)) {
    before = total(now)
    await wait(receiptsMilliseconds)
  }
  return Object.fromEntries(Object.entries(now).map(([outcome, count]) => [outcome, count - (since[outcome] ?? 0)]))
}

const load = async ({ minutes, rate, seed }: LoadOptions, { service, tables }: Opened): Promise<Loaded> => {
  const random = randomFrom(seed)
  const seconds = minutes * 60
  const warmUp = { ratePerSecond: warmUpPerSecond, seconds: Math.min(mostWarmUpSeconds, seconds) }
  await openLoop(service, { ...warmUp, random, over: () => {} })
  const tell = (tried: number, milliseconds: number) =>
    say(`${tried.toFixed(1)} a second: 95 % of the first bytes within ${milliseconds.toFixed(0)} ms`)
  const ratePerSecond = rate ?? (await highestRate(service, random, tell))
  const before = await atRest(service, seconds)
  const earlier = await tables.ask('receipts', receipts)

  const exchanges: Exchange[] = []
  const looks: Look[] = []
  const begun = performance.now()
  const looking = setInterval(
    () => {
      look(service.process, (performance.now() - begun) / 60_000).then((seen) => looks.push(seen), say)
    },
    Math.min(mostLookSeconds, seconds / 4) * 1_000,
  )
  say(`${ratePerSecond} a second for ${minutes} minutes …`)
  await openLoop(service, { ratePerSecond, seconds, random, over: (one) => exchanges.push(one) })
  clearInterval(looking)
  const since = await receiptsSince(tables, earlier)
  const after = await atRest(service, seconds)
  const receiptsInLog = service.process.said().split(receiptInLog).length - 1
  return { ratePerSecond, seconds, exchanges, looks, before, after, receipts: since, receiptsInLog }
}

/** Whether everything that must agree agrees. */
const run = async (options: LoadOptions): Promise<boolean> => {
  process.stdout.write(`${machineText(thisMachine())}\n\n`)
  const folder = mkdtempSync(join(tmpdir(), 'load-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => rmSync(folder, { recursive: true, force: true }))
  const loaded = await load(options, await openService(folder, opened))
  const sections = loadSections(loaded)
  for (const section of sections) process.stdout.write(`${sectionText(section)}\n`)
  if (options.plots !== undefined) {
    mkdirSync(options.plots, { recursive: true })
    for (const [name, svg] of loadPlots(loaded)) writeFileSync(join(options.plots, name), svg)
  }
  const counted = sections[0]?.figures ?? []
  return counted.every(({ value, bar }) => bar === undefined || isReached(value, bar))
}

await asCommand({ usage, read: readLoadOptions, run })
