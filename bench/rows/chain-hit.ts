// Row: what is added to the first byte of an answer when the conversation is remembered and most of what it repeats
// travels lossy; with a compressor, and after its death.

import { setTimeout as wait } from 'node:timers/promises'
import { addedLatency } from '../added-latency.ts'
import { earlierRequests, nextRequest } from '../agent-session.ts'
import { connections, timed } from '../client.ts'
import { atMost, type Section } from '../figures.ts'
import type { Rounds } from '../interleave.ts'
import { lastOutcome, stepFigures } from '../receipts.ts'
import { type Bench, openStage, type Target } from '../stage.ts'

const rounds = { full: { counted: 600, warmUp: 100 }, quick: { counted: 30, warmUp: 10 } }
/** Between two requests of the session: time to decide, and to write the record. */
const betweenMilliseconds = 2_200
const turnsAtOnce = 16
/** Of the thirty-odd results that may be touched. */
const leastShortened = 20

/** Lives through the session up to its last turn but one, and once through the last. */
const remembered = async (service: Target): Promise<void> => {
  const agent = connections(1)
  for (const body of [...earlierRequests(turnsAtOnce), nextRequest().bytes]) {
    await timed(service, agent, body)
    await wait(betweenMilliseconds)
  }
  agent.destroy()
}

/** How many results travel shorter than they are. Throws when the session is not remembered. */
const shortenedBy = async (service: Target): Promise<number> => {
  const { outcome, shortened } = await lastOutcome(service)
  if (outcome === 'compacted' && shortened >= leastShortened) return shortened
  throw new Error(`${service.name}: ${shortened} results of a remembered conversation were shortened (${outcome}).`)
}

/** One section. */
export const chainHit = async (bench: Bench): Promise<Section[]> => {
  const stage = await openStage(bench)
  try {
    const service = await stage.memoryHouse()
    const bereft = await stage.memoryHouse('the same, its compressor dead')
    const whole = await stage.fullHouse()
    await Promise.all([service, bereft, whole].map(remembered))
    const [shortened] = [await shortenedBy(service), await shortenedBy(bereft)]
    await bereft.endCompressor()

    const ways = [stage.direct, await stage.pipe(), await stage.undici(), service, bereft, whole] as const
    // Longer than for other bodies: the compressor decides what is new behind every answer.
    const plan: Rounds = { ...rounds[bench.scale], random: bench.random, pauseMilliseconds: 8 }
    const body = nextRequest()
    const figures = await addedLatency(ways, body, plan, {
      targets: [service, bereft],
      p50: atMost(1.5),
      p99: atMost(10),
    })
    const steps = await stepFigures(service, shortened, plan.warmUp)
    return [
      {
        title: `First byte, ${Math.round(body.bytes.length / 1000)} kB body of a remembered conversation: ${shortened} results lossy, one new`,
        conditions: [
          `${plan.counted} rounds of one request each way, after ${plan.warmUp} of warm-up; added: paired differences to direct in the same round`,
        ],
        figures: [...figures, ...steps],
      },
    ]
  } finally {
    await stage.close()
  }
}
