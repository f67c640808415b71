// Row: what is added to the first byte of an answer when the conversation is remembered and most of what it repeats
// travels lossy; with a compressor, and after its death.

import { setTimeout as wait } from 'node:timers/promises'
import { counted } from '../../core/text/counted.ts'
import { atMost, type Section } from '../../testkit/report/figures.ts'
import { connections, streamFor, timed } from '../lineup/client.ts'
import { type Bench, type Lineup, openLineup, type Target } from '../lineup/lineup.ts'
import { counts } from '../lineup/upstream-counts.ts'
import { earlierRequests, nextRequest, shorterThan } from '../requests/agent-session.ts'
import { addedLatency } from '../samples/added-latency.ts'
import type { Rounds } from '../samples/interleave.ts'
import { lastShortened, stepFigures } from '../samples/receipts.ts'

const rounds = { full: { counted: 600, warmUp: 100 }, quick: { counted: 30, warmUp: 10 } }
/** Between two requests of the session: time to decide, and to write the record. */
const betweenMilliseconds = 2_200
const turnsAtOnce = 16
const mostAttempts = 3

/** Lives through a session up to its last turn but one. */
const live = async (service: Target, session: number): Promise<void> => {
  const agent = connections(1)
  for (const earlier of earlierRequests(turnsAtOnce, session)) {
    await timed(service, agent, earlier.bytes, streamFor(earlier))
    await wait(betweenMilliseconds)
  }
  agent.destroy()
}

/** Whether a session is remembered, by what reaches the upstream. */
const remembers = async (service: Target, session: number, { upstream }: Lineup): Promise<boolean> => {
  const agent = connections(1)
  const { bytes } = nextRequest(session)
  await timed(service, agent, bytes)
  agent.destroy()
  await wait(betweenMilliseconds)
  return (await upstream.ask('counts', counts)).received < shorterThan * bytes.length
}

/**
 * The number of a session that all remember. A busy machine may decide too late, and what a warm record says then stays: the next
 * attempt is another conversation, and no service has to share the processors with the others. Throws after the last attempt.
 */
const rememberedSession = async (services: readonly Target[], lineup: Lineup): Promise<number> => {
  let forgetful: readonly Target[] = []
  for (let session = 1; session <= mostAttempts; session += 1) {
    if (session === 1) await Promise.all(services.map((service) => live(service, session)))
    else for (const service of services) await live(service, session)
    const isRemembered = new Map<Target, boolean>()
    for (const service of services) isRemembered.set(service, await remembers(service, session, lineup))
    forgetful = services.filter((service) => isRemembered.get(service) !== true)
    if (forgetful.length === 0) return session
  }
  throw new Error(`The session is not remembered by: ${forgetful.map(({ name }) => name).join(', ')}.`)
}

/** One section. */
export const chainHit = async (bench: Bench): Promise<Section[]> => {
  const lineup = await openLineup(bench)
  try {
    const service = await lineup.memoryService()
    const bereft = await lineup.memoryService('the same, its compressor dead')
    const whole = await lineup.wholeService()
    const session = await rememberedSession([service, bereft, whole], lineup)
    const shortened = await lastShortened(service)
    await bereft.endCompressor()

    const ways = [lineup.direct, await lineup.pipe(), await lineup.undici(), service, bereft, whole] as const
    // Longer than for other bodies: the compressor decides what is new behind every answer.
    const plan: Rounds = { ...rounds[bench.scale], random: bench.random, pauseMilliseconds: 8 }
    const body = nextRequest(session)
    const figures = await addedLatency(ways, body, plan, {
      targets: [service, bereft],
      p50: atMost(1.5),
      p99: atMost(10),
    })
    const steps = await stepFigures(service, shortened, plan)
    return [
      {
        title: `First byte, ${Math.round(body.bytes.length / 1000)} kB body of a remembered conversation: ${counted(shortened, 'result')} lossy, one new`,
        conditions: [
          `${counted(plan.counted, 'round')} of one request each way, after ${plan.warmUp} of warm-up; added: paired differences to direct in the same round`,
        ],
        figures: [...figures, ...steps],
      },
    ]
  } finally {
    await lineup.close()
  }
}
