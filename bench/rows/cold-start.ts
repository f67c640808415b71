// Row: what a shipped bundle takes to start under AWS's runtime client, over a handler that does nothing.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type RouteName, routes } from '../../lambdas/routes.ts'
import { bundleFile } from '../../lib/bundles/bundling.ts'
import { keepCompressor } from '../../local/compressor.ts'
import { openTables } from '../../local/data/tables.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { noLog } from '../../local/process/bounded-log.ts'
import { buildBundles } from '../../test/runtime/bundles.ts'
import { startEnvironment } from '../../test/runtime/environment.ts'
import { atMost, type Figure, type Section } from '../../testkit/report/figures.ts'
import { median, pairedDifferences } from '../../testkit/report/statistics.ts'
import { type Bench, compressorScript, openLineup } from '../lineup/lineup.ts'
import { interleaved } from '../samples/interleave.ts'

const sizes = { full: { counted: 9, warmUp: 1 }, quick: { counted: 1, warmUp: 0 } }

const emptyHandler = `export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const opened = awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers: {} })
  opened.write('{}')
  opened.end()
})
`

type Started = RouteName | 'empty handler'

type FirstRequest = readonly [method: string, path: string, body: string]

const firstRequests: Readonly<Partial<Record<Started, FirstRequest>>> = {
  'empty handler': ['POST', '/', '{}'],
  compress: ['POST', '/v1/compress', '{"model":"helene-1","messages":[{"role":"user","content":"A word."}]}'],
  'pass-through': ['GET', '/provider-a/v1/models', ''],
}

/** Every dialect begins with an empty conversation. */
const firstRequestOf = (name: Started): FirstRequest => {
  const path = routes.find((route) => route.name === name)?.paths[0] ?? '/'
  return firstRequests[name] ?? ['POST', path.replace('*', 'a-model'), '{"model":"a-model","messages":[],"input":[]}']
}

const eventOf = (name: Started, serviceKey: string): string => {
  const [method, path, body] = firstRequestOf(name)
  const headers = {
    'x-service-auth-token': serviceKey,
    'content-type': 'application/json',
    'x-api-key': 'sk-upstream',
    authorization: 'Bearer sk-upstream',
  }
  const requestContext = { http: { method, path } }
  return JSON.stringify({ rawPath: path, rawQueryString: '', headers, requestContext, body, isBase64Encoded: false })
}

interface Start {
  /** Until the runtime asks for its first invocation. */
  readonly ready: number
  /** Until the first invocation is answered whole. */
  readonly answered: number
}

/** Milliseconds from the start of the process. Throws when the answer is not a 200. */
const start = async (
  name: Started,
  folder: string,
  variables: Readonly<Record<string, string>>,
  event: string,
): Promise<Start> => {
  const since = performance.now()
  const environment = await startEnvironment(name, folder, variables)
  try {
    await environment.idle()
    const ready = performance.now() - since
    const answer = await environment.invoke(event, Date.now() + 60_000)
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    const answered = performance.now() - since
    const head = Buffer.concat(chunks).toString('utf8', 0, 200)
    if (!head.includes('"statusCode":200')) throw new Error(`${name} answered its first invocation with ${head}`)
    return { ready, answered }
  } finally {
    await environment.stop()
  }
}

const sizeFigures = (folder: string, name: RouteName): Figure[] => {
  const code = readFileSync(join(folder, name, bundleFile))
  const kilobytes = (bytes: number): number => Math.round(bytes / 1000)
  return [
    { subject: name, measure: 'bundle', value: kilobytes(code.length), unit: 'kB' },
    { subject: name, measure: 'gzip', value: kilobytes(gzipSync(code).length), unit: 'kB' },
  ]
}

/** One section. */
export const coldStart = async (bench: Bench): Promise<Section[]> => {
  const names = routes.map(({ name }) => name)
  const ends: (() => unknown)[] = []
  try {
    // Where it goes away with everything else, also when the run is interrupted.
    const bundles = join(bench.folder, 'bundles')
    renameSync(buildBundles(names), bundles)
    const emptyFolder = join(bench.folder, 'empty-handler')
    mkdirSync(emptyFolder, { recursive: true })
    writeFileSync(join(emptyFolder, bundleFile), emptyHandler)

    const lineup = await openLineup(bench)
    ends.unshift(lineup.close)
    const tables = await openTables(undefined, noLog)
    ends.unshift(tables.end)
    const compressor = await keepCompressor({ script: compressorScript, log: noLog, report: () => {} })
    ends.unshift(compressor.end)
    const upstream = `http://127.0.0.1:${lineup.direct.port}`
    const variables = functionsEnvironment(
      { upstreamAnthropic: upstream, upstreamOpenai: `${upstream}/v1` },
      tables.endpoint,
      compressor.endpoint,
      { deploymentSecrets: tables.deploymentSecrets },
    )

    const all: readonly Started[] = ['empty handler', ...names]
    const { counted, warmUp } = sizes[bench.scale]
    const rounds = { counted, warmUp, random: bench.random, pauseMilliseconds: 100 }
    const samples = await interleaved(all, rounds, (name) => {
      const folder = name === 'empty handler' ? emptyFolder : join(bundles, name)
      return start(name, folder, variables, eventOf(name, tables.serviceKey))
    })

    const of = (name: Started, part: keyof Start): number[] => (samples.get(name) ?? []).map((each) => each[part])
    const figures = all.flatMap((name): Figure[] => {
      const times: Figure[] = [
        { subject: name, measure: 'ready', value: median(of(name, 'ready')), unit: 'ms' },
        { subject: name, measure: 'first answer', value: median(of(name, 'answered')), unit: 'ms' },
      ]
      if (name === 'empty handler') return times
      const over = (part: keyof Start): number => median(pairedDifferences(of(name, part), of('empty handler', part)))
      return [
        ...times,
        { subject: name, measure: 'ready, over empty', value: over('ready'), unit: 'ms', bar: atMost(150) },
        { subject: name, measure: 'first answer, over empty', value: over('answered'), unit: 'ms' },
        ...sizeFigures(bundles, name),
      ]
    })
    return [
      {
        title: 'Cold start of the shipped bundles under AWS’s runtime client',
        conditions: [
          `${counted} starts each, in a random order; medians; over empty: paired differences to an empty handler in the same round`,
          'ready: the process asks for its first invocation; first answer: a whole proxied request, with its lookups in the embedded tables',
        ],
        figures,
      },
    ]
  } finally {
    for (const end of ends) await end()
  }
}
