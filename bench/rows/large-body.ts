// Row: what a body of 2 MB with 100 results costs, when each of them loses a little and when each loses thousands of blanks.

import { forwardedSegmentsOf } from '../../core/compaction/representation/forwarded-segment.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { scanJson } from '../../core/json/scan.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import { counted } from '../../core/text/counted.ts'
import { atMost, type Section } from '../../testkit/report/figures.ts'
import { type Bench, openLineup } from '../lineup/lineup.ts'
import { messagesBody } from '../requests/bodies.ts'
import { addedLatency } from '../samples/added-latency.ts'
import type { Rounds } from '../samples/interleave.ts'
import { stepFigures } from '../samples/receipts.ts'

const rounds = { full: { counted: 150, warmUp: 20 }, quick: { counted: 8, warmUp: 4 } }

const variants = [
  { name: 'each loses two colour codes', kind: 'coloured', charactersPerResult: 19_600 },
  { name: 'each is pretty-printed JSON and loses its blanks', kind: 'pretty', charactersPerResult: 15_800 },
] as const

/** How many results lose something: a body loses at most 100,000 pieces, and what follows goes out as it is. */
const shortenedIn = (body: Uint8Array): number => {
  const tape = scanJson(Buffer.from(body).toString('utf8'))
  if (tape === undefined) throw new Error('The body is not JSON.')
  return atOnce(forwardedSegmentsOf(atOnce(dialects.messages.read(tape)), undefined)).filter(
    ({ kept }) => kept !== undefined,
  ).length
}

/** Two sections. */
export const largeBody = async (bench: Bench): Promise<Section[]> => {
  const lineup = await openLineup(bench)
  try {
    const service = await lineup.memoryService()
    const ways = [lineup.direct, await lineup.pipe(), await lineup.undici(), service] as const
    // Longer than before: the compressor counts what is new behind every answer.
    const plan: Rounds = { ...rounds[bench.scale], random: bench.random, pauseMilliseconds: 15 }
    const bars = { targets: [service], p50: atMost(10) }
    const sections: Section[] = []
    for (const { name, ...options } of variants) {
      const body = messagesBody({ results: 100, ...options })
      const figures = await addedLatency(ways, body, plan, bars)
      const shortened = shortenedIn(body.bytes)
      const steps = await stepFigures(service, shortened, plan)
      sections.push({
        title: `Large body, ${(body.bytes.length / 1_000_000).toFixed(1)} MB, 100 results: ${name}`,
        conditions: [
          `${counted(plan.counted, 'round')} of one request each way, after ${plan.warmUp} of warm-up; ${counted(shortened, 'result loses', 'results lose')} something`,
        ],
        figures: [...figures, ...steps],
      })
    }
    return sections
  } finally {
    await lineup.close()
  }
}
