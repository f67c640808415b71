// Row: what the dashboard costs its people. Sizes of the page; the overview of ninety days of a million receipts; a page of a
// hundred thousand sessions, at the beginning and far behind; the start of its function; the page after signing in.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoSavings } from '../../adapters/dynamo/ledger/savings.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { recencyOf, slotOf } from '../../core/savings/session.ts'
import { buildPage } from '../../dashboard/files/build-page.ts'
import { bundleFile } from '../../lib/bundles/bundling.ts'
import { dashboardBundle } from '../../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../../lib/bundles/write-bundle.ts'
import { startEnvironment } from '../../test/runtime/environment.ts'
import { type DashboardInMemory, dashboardInMemory, now } from '../../testkit/memory/dashboard.ts'
import { atMost, exactly, type Figure, type Section } from '../../testkit/report/figures.ts'
import { median, pairedDifferences } from '../../testkit/report/statistics.ts'
import { accountId, type GeneratedSums, openGeneratedSums, receipts, sessions } from '../dashboard/generated-sums.ts'
import { signedIn } from '../dashboard/signed-in.ts'
import type { Bench } from '../lineup/lineup.ts'

const rounds = { full: 15, quick: 3 }
const kilobytes = (bytes: number): number => Math.round(bytes / 100) / 10

const sizes = (): Figure[] => {
  const { html, assets } = buildPage()
  const zipped = (ending: string): number =>
    [...assets].filter(([name]) => name.endsWith(ending)).reduce((sum, [, { body }]) => sum + gzipSync(body).length, 0)
  const figure = (measure: string, bytes: number, bar: number): Figure => ({
    ...{ subject: 'page', measure, value: kilobytes(bytes), unit: 'kB' as const, bar: atMost(bar) },
  })
  return [
    figure('script, gzip', zipped('.js'), 45),
    figure('style, gzip', zipped('.css'), 10),
    figure('document, gzip', gzipSync(html).length, 2),
  ]
}

/** Median milliseconds of a GET, with the calls and bytes of one. */
const timed = async (dashboard: DashboardInMemory, sums: GeneratedSums, count: number, path: string, query: string) => {
  const ask = async (): Promise<void> => {
    const { status, body } = await dashboard.ask({ as: 'viewer', path, query: new URLSearchParams(query) })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
  }
  await ask()
  sums.taken()
  await ask()
  const { calls, bytes } = sums.taken()
  const times: number[] = []
  for (let round = 0; round < count; round += 1) {
    const since = performance.now()
    await ask()
    times.push(performance.now() - since)
  }
  return { milliseconds: median(times), calls, bytes }
}

const reads = async (count: number): Promise<Figure[]> => {
  const sums = await openGeneratedSums(now)
  const options = { tablePrefix: 'bench-', endpoint: sums.endpoint, deadlineMilliseconds: 10_000, ...localAws }
  const dynamo = openDynamo(options)
  try {
    const dashboard = await dashboardInMemory({ savings: dynamoSavings(dynamo) })
    const overview = await timed(
      ...([dashboard, sums, count, `/api/accounts/${accountId}/overview`, 'days=90&tz=Europe/Berlin'] as const),
    )
    const far = new Date(now - 25 * 1_000 * 60_000).toISOString()
    const cursor = `${slotOf(recencyOf({ lastAt: far, sessionId: '0' }))}#~`
    const path = `/api/accounts/${accountId}/sessions`
    const first = await timed(dashboard, sums, count, path, '')
    const thousandth = await timed(dashboard, sums, count, path, `cursor=${encodeURIComponent(cursor)}`)
    const page = (subject: string, { milliseconds, calls }: typeof first): Figure[] => [
      { subject, measure: 'calls', value: calls, unit: '', bar: exactly(2) },
      { subject, measure: 'time, the table aside', value: milliseconds, unit: 'ms' },
    ]
    return [
      { subject: 'overview, 90 days', measure: 'calls', value: overview.calls, unit: '', bar: atMost(6) },
      { subject: 'overview, 90 days', measure: 'read', value: overview.bytes / 1e6, unit: 'MB', bar: atMost(2) },
      {
        ...{ subject: 'overview, 90 days', measure: 'time, the table aside' },
        ...{ value: overview.milliseconds, unit: 'ms' as const, bar: atMost(300) },
      },
      ...page('sessions, page 1', first),
      ...page('sessions, page 1,000', thousandth),
    ]
  } finally {
    dynamo.close()
    await sums.close()
  }
}

const emptyHandler = 'export const handler = async () => ({ statusCode: 200 })\n'

/** Milliseconds until the runtime asks for the first invocation. */
const started = async (folder: string): Promise<number> => {
  const since = performance.now()
  const variables = { TABLE_PREFIX: 'bench-', SETTINGS_PARAMETER: '/bench-dashboard', AWS_REGION: 'us-east-1' }
  const environment = await startEnvironment('dashboard', folder, variables)
  try {
    await environment.idle()
    return performance.now() - since
  } finally {
    await environment.stop()
  }
}

const starts = async (folder: string, count: number): Promise<Figure[]> => {
  const [own, empty] = ['dashboard', 'empty-dashboard'].map((name) => join(folder, name)) as [string, string]
  for (const path of [own, empty]) mkdirSync(path, { recursive: true })
  writeBundle(dashboardBundle, own)
  writeFileSync(join(empty, bundleFile), emptyHandler)
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < count; round += 1) {
    ours.push(await started(own))
    theirs.push(await started(empty))
  }
  const over = median(pairedDifferences(ours, theirs))
  const bundle = readFileSync(join(own, bundleFile)).length / 1000
  return [
    { subject: 'function', measure: 'bundle', value: Math.round(bundle), unit: 'kB', bar: atMost(900) },
    { subject: 'function', measure: 'ready, over empty', value: over, unit: 'ms', bar: atMost(200) },
  ]
}

/** One section. */
export const dashboard = async ({ scale, folder }: Bench): Promise<Section[]> => {
  const count = rounds[scale]
  const signing = await signedIn(count)
  const figures = [...sizes(), ...(await reads(count)), ...(await starts(folder, count)), ...signing.figures]
  return [
    {
      title: 'The dashboard',
      conditions: [
        `an account with ${receipts.toLocaleString('en-US')} receipts in 90 days and ${sessions.toLocaleString('en-US')} sessions, whose sums a server makes up as DynamoDB would send them`,
        `medians of ${count}; time: the whole handler, with reading and judging what the table sent`,
        signing.condition,
      ],
      figures,
    },
  ]
}
