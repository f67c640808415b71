// Row: our own work on a request, apart from the platform's and from all sockets: the handler in one process, from the request as
// the platform hands it over to the call that sends it upstream.

import * as z from 'zod'
import { keepCompressor } from '../../local/compressor.ts'
import { functionsEnvironment } from '../../local/functions-environment.ts'
import { atMost, type Figure, type Section } from '../../testkit/report/figures.ts'
import { median, percentile } from '../../testkit/report/statistics.ts'
import { type Bench, compressorScript } from '../lineup.ts'
import { startMeasured } from '../measured-process.ts'

const samples = z.array(z.object({ milliseconds: z.number(), forwardedBytes: z.number() }))

/** The bodies, and what each may take in milliseconds. */
const bodies = [
  { question: 'small', name: 'small body', bar: undefined },
  { question: 'chain-hit', name: '203 kB, remembered conversation, 27 results lossy', bar: 1 },
  { question: 'plain', name: '200 kB, nothing to delete', bar: 0.4 },
  { question: 'pretty', name: '192 kB of pretty-printed JSON', bar: 1.5 },
  { question: 'plain-2mb', name: '2 MB, nothing to delete', bar: 3 },
  { question: 'coloured-2mb', name: '2 MB, 200 deletions', bar: 5 },
  { question: 'pretty-2mb', name: '2 MB, 100,000 deletions, at first sight', bar: 12 },
] as const

const requests = { full: { warmUp: 150, counted: 300 }, quick: { warmUp: 8, counted: 16 } } as const

/** One section. */
export const ownWork = async ({ folder, profiles, scale }: Bench): Promise<Section[]> => {
  const compressor = await keepCompressor({
    script: compressorScript,
    log: { write: () => {}, close: () => {} },
    report: (line) => process.stderr.write(`${line}\n`),
  })
  const { warmUp, counted } = requests[scale]
  const alone = await startMeasured({
    name: 'handler alone',
    script: 'proxies/handler-alone.ts',
    environment: {
      ...functionsEnvironment({}, 'http://127.0.0.1:9', compressor.endpoint),
      LOOKUP_CACHE_SECONDS: '60',
      WARM_UP: String(warmUp),
      COUNTED: String(counted),
    },
    folder,
    profiles,
  })
  try {
    const figures: Figure[] = []
    for (const { question, name, bar } of bodies) {
      const times = (await alone.ask(question, samples)).map(({ milliseconds }) => milliseconds)
      figures.push(
        { subject: name, measure: 'p10', value: percentile(times, 10), unit: 'ms' },
        { subject: name, measure: 'p50', value: median(times), unit: 'ms', ...(bar && { bar: atMost(bar) }) },
        { subject: name, measure: 'p99', value: percentile(times, 99), unit: 'ms' },
      )
    }
    return [
      {
        title: 'Our own work on a request, in one process, without sockets',
        conditions: [`${counted} requests of each body after ${warmUp} of warm-up; each carries a result that is new`],
        figures,
      },
    ]
  } finally {
    await alone.end()
    await compressor.end()
  }
}
