// Row: what is added to the first byte of an answer when the conversation is remembered and most of what it repeats
// travels lossy; with a compressor, and after its death.

import { setTimeout as wait } from 'node:timers/promises'
import { atMost, type Section } from '../../testkit/report/figures.ts'
import { addedLatency } from '../added-latency.ts'
import { earlierRequests, nextRequest } from '../agent-session.ts'
import { connections, timed } from '../client.ts'
import type { Rounds } from '../interleave.ts'
import { type Bench, type Lineup, openLineup, type Target } from '../lineup.ts'
import { lastShortened, stepFigures } from '../receipts.ts'
import { counts } from '../upstream-counts.ts'

const rounds = { full: { counted: 600, warmUp: 100 }, quick: { counted: 30, warmUp: 10 } }
/** Between two requests of the session: time to decide, and to write the record. */
const betweenMilliseconds = 2_200
const turnsAtOnce = 16
/** A remembered conversation is forwarded shorter than this share of it. */
const shorterThan = 0.75
const mostAttempts = 3

/** Lives through the session up to its last turn but one. */
const live = async (service: Target, pauseMilliseconds: number): Promise<void> => {
  const agent = connections(1)
  for (const body of earlierRequests(turnsAtOnce)) {
    await timed(service, agent, body)
    await wait(pauseMilliseconds)
  }
  agent.destroy()
}

/** Whether the session is remembered, by what reaches the upstream. */
const remembers = async (service: Target, { upstream }: Lineup): Promise<boolean> => {
  const agent = connections(1)
  const { bytes } = nextRequest()
  await timed(service, agent, bytes)
  agent.destroy()
  await wait(betweenMilliseconds)
  return (await upstream.ask('counts', counts)).received < shorterThan * bytes.length
}

/** A busy machine may decide or read too late: then once more, with longer pauses. Throws when it always does. */
const remembered = async (services: readonly Target[], lineup: Lineup, attempt = 1): Promise<void> => {
  await Promise.all(services.map((service) => live(service, attempt * betweenMilliseconds)))
  const forgetful: Target[] = []
  for (const service of services) if (!(await remembers(service, lineup))) forgetful.push(service)
  if (forgetful.length === 0) return
  if (attempt === mostAttempts)
    throw new Error(`The session is not remembered by: ${forgetful.map(({ name }) => name)}.`)
  await remembered(forgetful, lineup, attempt + 1)
}

/** One section. */
export const chainHit = async (bench: Bench): Promise<Section[]> => {
  const lineup = await openLineup(bench)
  try {
    const service = await lineup.memoryService()
    const bereft = await lineup.memoryService('the same, its compressor dead')
    const whole = await lineup.wholeService()
    await remembered([service, bereft, whole], lineup)
    const shortened = await lastShortened(service)
    await bereft.endCompressor()

    const ways = [lineup.direct, await lineup.pipe(), await lineup.undici(), service, bereft, whole] as const
    // Longer than for other bodies: the compressor decides what is new behind every answer.
    const plan: Rounds = { ...rounds[bench.scale], random: bench.random, pauseMilliseconds: 8 }
    const body = nextRequest()
    const figures = await addedLatency(ways, body, plan, {
      targets: [service, bereft],
      p50: atMost(1.5),
      p99: atMost(10),
    })
    const steps = await stepFigures(service, shortened, plan)
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
    await lineup.close()
  }
}
