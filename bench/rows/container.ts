// Row: many streams in one process of the container, beside the function, of which every stream has its own.

import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { openTables } from '../../local/data/tables.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { noLog } from '../../local/process/bounded-log.ts'
import { freePort } from '../../local/process/free-port.ts'
import { buildBundles } from '../../test/runtime/bundles.ts'
import { startEnvironment } from '../../test/runtime/environment.ts'
import { instruct } from '../../testkit/provider/instruction.ts'
import { type Figure, megabytes, type Section } from '../../testkit/report/figures.ts'
import { percentile } from '../../testkit/report/statistics.ts'
import { answerTo, ask, connections, drive } from '../lineup/client.ts'
import { type Bench, type Lineup, openLineup, type Target } from '../lineup/lineup.ts'
import { messagesBody } from '../requests/bodies.ts'

const sizes = {
  full: { streams: 1_000, words: 120, betweenMilliseconds: 500 },
  quick: { streams: 40, words: 8, betweenMilliseconds: 250 },
}
type Size = (typeof sizes)['full']
/** Streams that are opened at a time. */
const atOnce = 8
const body = messagesBody({ results: 10, kind: 'pretty', charactersPerResult: 15_800 })

interface Watched {
  /** Milliseconds until the first byte, for each stream. */
  readonly firstBytes: number[]
  /** Milliseconds by which a word came later than it was said, at most for each stream. */
  readonly late: number[]
  readonly whole: number
}

/** Opens all streams, and reads each to its end. `opened` is called when the last one has its first byte. */
const watch = async (target: Target, { streams, words, betweenMilliseconds }: Size, opened: () => Promise<void>) => {
  const agent = connections(streams)
  const watched: Watched & { whole: number } = { firstBytes: [], late: [], whole: 0 }
  const ends: Promise<void>[] = []
  await drive(streams, atOnce, async (index) => {
    const since = performance.now()
    const sent = ask(target, agent, Buffer.from(body.fresh(index)), instruct('stream', words, betweenMilliseconds))
    const answer = await answerTo(sent)
    if (answer.statusCode !== 200) throw new Error(`${target.name} answered ${answer.statusCode}.`)
    const first = Promise.withResolvers<void>()
    ends.push(
      (async () => {
        let before: number | undefined
        let latest = 0
        let text = ''
        for await (const chunk of answer) {
          const now = performance.now()
          if (before === undefined) watched.firstBytes.push(now - since)
          else latest = Math.max(latest, now - before - betweenMilliseconds)
          before = now
          text = String(chunk)
          first.resolve()
        }
        watched.late.push(latest)
        if (text.includes('message_stop')) watched.whole += 1
      })(),
    )
    await first.promise
  })
  await opened()
  await Promise.all(ends)
  agent.destroy()
  return watched
}

const containerFigures = async (lineup: Lineup, variables: Record<string, string>, key: string, size: Size) => {
  const target = await lineup.container(variables, key)
  await watch(target, { ...size, streams: atOnce, words: 1 }, async () => {})
  const idle = await target.process.usageCollected()
  let open = idle
  const watched = await watch(target, size, async () => {
    open = await target.process.usage()
  })
  const { cpuMicroseconds } = await target.process.usage()
  const { streams } = size
  if (watched.whole !== streams) throw new Error(`${streams - watched.whole} streams did not end whole.`)
  const subject = `container, ${streams} streams`
  const figures: Figure[] = [
    { subject, measure: 'idle', value: megabytes(idle.rss), unit: 'MB' },
    { subject, measure: 'all open', value: megabytes(open.rss), unit: 'MB' },
    { subject, measure: 'a stream', value: megabytes(open.rss - idle.rss) / streams, unit: 'MB' },
    {
      subject,
      measure: 'processor an exchange',
      value: (cpuMicroseconds - idle.cpuMicroseconds) / 1_000 / streams,
      unit: 'ms',
    },
    { subject, measure: 'first byte p50', value: percentile(watched.firstBytes, 50), unit: 'ms' },
    { subject, measure: 'first byte p99', value: percentile(watched.firstBytes, 99), unit: 'ms' },
    { subject, measure: 'latest word p50', value: percentile(watched.late, 50), unit: 'ms' },
    { subject, measure: 'latest word p99', value: percentile(watched.late, 99), unit: 'ms' },
  ]
  return figures
}

/** The resident set of another process, as Linux tells it; in bytes. */
const residentBytes = (pid: number | undefined): number => {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/** An environment of the function of messages, with one stream: on Lambda as many of them run as streams are open. */
const functionFigures = async (bench: Bench, variables: Record<string, string>, key: string): Promise<Figure[]> => {
  const folder = join(bench.folder, 'bundles-of-container')
  renameSync(buildBundles(['messages']), folder)
  const environment = await startEnvironment('messages', join(folder, 'messages'), variables)
  try {
    await environment.idle()
    const event = JSON.stringify({
      rawPath: '/provider-a/v1/messages',
      rawQueryString: '',
      headers: { ...instruct('stream', 4, 250), 'x-service-auth-token': key, 'x-api-key': 'sk-upstream' },
      requestContext: { http: { method: 'POST', path: '/provider-a/v1/messages' } },
      body: body.fresh(0).toString(),
      isBase64Encoded: false,
    })
    const answer = await environment.invoke(event, Date.now() + 60_000)
    let resident = 0
    for await (const _ of answer) resident = Math.max(resident, residentBytes(environment.process.pid))
    const subject = 'function, one stream in each environment'
    return [
      { subject, measure: 'all open', value: megabytes(resident), unit: 'MB' },
      { subject, measure: 'a stream', value: megabytes(resident), unit: 'MB' },
    ]
  } finally {
    await environment.stop()
  }
}

/** One section. */
export const container = async (bench: Bench): Promise<Section[]> => {
  const size = sizes[bench.scale]
  const tables = await openTables(undefined, noLog)
  const lineup = await openLineup(bench)
  try {
    const origin = `http://127.0.0.1:${lineup.direct.port}`
    const variables = {
      ...functionsEnvironment({ upstreamAnthropic: origin }, tables.endpoint, '', {
        deploymentSecrets: tables.deploymentSecrets,
      }),
      COMPRESSOR_ENDPOINTS: '{}',
      LOOKUP_CACHE_SECONDS: '60',
    }
    const port = String(await freePort())
    const own = { ...variables, HOST: '127.0.0.1', PORT: port, LEAVE_SECONDS: '0' }
    const figures = [
      ...(await containerFigures(lineup, own, tables.serviceKey, size)),
      ...(await functionFigures(bench, variables, tables.serviceKey)),
    ]
    return [
      {
        title: 'Many streams in one process of the container',
        conditions: [
          `bodies of 200 kB, each another conversation; ${size.words} words, one every ${size.betweenMilliseconds} ms; opened ${atOnce} at a time; no compressor`,
          'latest word: by how much the latest word of a stream came too late. Upstream, tables and client share the processors',
          'function: the shipped bundle under AWS’s runtime client',
        ],
        figures,
      },
    ]
  } finally {
    await lineup.close()
    await tables.end()
  }
}
