// Row: what is added to the first byte of an answer, for a body of the size that coding agents send.

import { counted } from '../../core/text/counted.ts'
import { atMost, type Section } from '../../testkit/report/figures.ts'
import { type Bench, openLineup } from '../lineup/lineup.ts'
import { type BodyTemplate, messagesBody } from '../requests/bodies.ts'
import { addedLatency } from '../samples/added-latency.ts'
import type { Rounds } from '../samples/interleave.ts'
import { stepFigures } from '../samples/receipts.ts'

const rounds = { full: { counted: 600, warmUp: 100 }, quick: { counted: 30, warmUp: 10 } }

const variants = [
  { name: '10 results of pretty-printed JSON, each made shorter', kind: 'pretty', charactersPerResult: 15_800 },
  { name: '10 results of plain text, nothing to delete', kind: 'plain', charactersPerResult: 19_600 },
] as const

const title = (name: string, { bytes }: BodyTemplate): string =>
  `First byte, ${Math.round(bytes.length / 1000)} kB body: ${name}`

/** Two sections. */
export const firstByte = async (bench: Bench): Promise<Section[]> => {
  const lineup = await openLineup(bench)
  try {
    const service = await lineup.memoryService()
    const ways = [
      lineup.direct,
      await lineup.pipe(),
      await lineup.undici(),
      service,
      await lineup.wholeService(),
    ] as const
    const plan: Rounds = { ...rounds[bench.scale], random: bench.random, pauseMilliseconds: 4 }
    const bars = { targets: [service], p50: atMost(1.5), p99: atMost(10) }
    const sections: Section[] = []
    for (const { name, ...options } of variants) {
      const body = messagesBody({ results: 10, ...options })
      const figures = await addedLatency(ways, body, plan, bars)
      const steps = await stepFigures(service, body.shortened, plan)
      const conditions = [
        `${counted(plan.counted, 'round')} of one request each way, after ${plan.warmUp} of warm-up; added: paired differences to direct in the same round`,
      ]
      sections.push({ title: title(name, body), conditions, figures: [...figures, ...steps] })
    }
    return sections
  } finally {
    await lineup.close()
  }
}
