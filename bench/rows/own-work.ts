// Row: our own work on a request, apart from the platform's and from all sockets: the handler in one process, from the request as
// the platform hands it over to the call that sends it upstream.

import * as z from 'zod'
import { keepCompressor } from '../../local/compressor.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { atMost, type Figure, type Section } from '../../testkit/report/figures.ts'
import { median, percentile } from '../../testkit/report/statistics.ts'
import { type Bench, compressorScript } from '../lineup/lineup.ts'
import { startMeasured } from '../processes/measured.ts'

const sample = z.object({ milliseconds: z.number(), forwardedBytes: z.number(), heapBytes: z.number() })
const samples = z.object({
  known: z.array(sample),
  firstSight: z.array(sample),
  platform: z.array(z.number()),
  least: z.array(z.number()),
})

/** The bodies, and what each may take in milliseconds: at first sight in an environment, and when it goes on with the one before. */
const bodies = [
  { question: 'small', name: 'small body', bars: {} },
  {
    question: 'chain-hit',
    name: '203 kB, remembered conversation, 33 results lossy',
    bars: { firstSight: 1, known: 0.4 },
  },
  { question: 'plain', name: '200 kB, nothing to delete', bars: { firstSight: 0.4 } },
  { question: 'pretty', name: '192 kB of pretty-printed JSON', bars: { firstSight: 1.5 } },
  { question: 'plain-2mb', name: '2 MB, nothing to delete', bars: { firstSight: 3 } },
  { question: 'coloured-2mb', name: '2 MB, 200 deletions', bars: { firstSight: 5 } },
  { question: 'pretty-2mb', name: '2 MB, 100,000 deletions', bars: { firstSight: 12, known: 1 } },
] as const satisfies readonly { question: string; name: string; bars: Partial<Record<Sight, number>> }[]

const sights = { firstSight: 'at first sight', known: 'again, one result later' } as const
type Sight = keyof typeof sights

/** What else is timed of each body. */
const least = 'the least: its bytes, their values, a digest and a copy'
const platform = 'not ours: the platform parses its event'

/** What a request may leave to the garbage collector. */
const mostHeapBytes = 1_000_000

const figuresOf = (
  name: string,
  sight: Sight,
  taken: z.infer<typeof samples>[Sight],
  bars: Partial<Record<Sight, number>>,
): Figure[] => {
  const subject = `${name}, ${sights[sight]}`
  const times = taken.map(({ milliseconds }) => milliseconds)
  const bar = bars[sight]
  const heap = median(taken.map(({ heapBytes }) => heapBytes))
  return [
    { subject, measure: 'p10', value: percentile(times, 10), unit: 'ms' },
    { subject, measure: 'p50', value: median(times), unit: 'ms', ...(bar === undefined ? {} : { bar: atMost(bar) }) },
    { subject, measure: 'p99', value: percentile(times, 99), unit: 'ms' },
    { subject, measure: 'heap', value: heap / 1_000, unit: 'kB', bar: atMost(mostHeapBytes / 1_000) },
  ]
}

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
    for (const { question, name, bars } of bodies) {
      const taken = await alone.ask(question, samples)
      for (const sight of ['firstSight', 'known'] as const) figures.push(...figuresOf(name, sight, taken[sight], bars))
      figures.push(
        { subject: `${name}, ${least}`, measure: 'p50', value: median(taken.least), unit: 'ms' },
        { subject: `${name}, ${platform}`, measure: 'p50', value: median(taken.platform), unit: 'ms' },
      )
    }
    return [
      {
        title: 'Our own work on a request, in one process, without sockets',
        conditions: [
          `${counted} requests of each body after ${warmUp} of warm-up; each carries a result that is new`,
          'not ours: on Lambda the runtime parses the event before it calls the handler; what sockets take is what the pipe adds in the row first-byte',
        ],
        figures,
      },
    ]
  } finally {
    await alone.end()
    await compressor.end()
  }
}
