// What the service holds for open streams: of several accounts, because one may have 500 exchanges under way.

import { setTimeout as wait } from 'node:timers/promises'
import { instruct } from '../../testkit/provider/instruction.ts'
import type { Point } from '../../testkit/report/charts/curves.ts'
import { answerTo, ask, connections, drive, timed } from '../lineup/client.ts'
import { type Bench, openLineup } from '../lineup/lineup.ts'
import { messagesBody, smallBody } from '../requests/bodies.ts'

const sizes = {
  full: { levels: [1, 10, 100, 200, 500, 1_000, 2_000], warmUp: 500, settleMilliseconds: 2_000 },
  quick: { levels: [1, 5, 10], warmUp: 20, settleMilliseconds: 100 },
}
const atOnce = 10
/** A word a second, for as long as somebody takes it. */
const endless = instruct('stream', Number.POSITIVE_INFINITY, 1_000)

const bodies = {
  'small bodies': smallBody(true),
  'bodies of 200 kB': messagesBody({ results: 10, kind: 'pretty', charactersPerResult: 15_800 }).bytes,
}

/** Megabytes of the resident set over idle, by how many streams are open; after a forced collection. */
const growthFor = async (bench: Bench, body: Buffer): Promise<Point[]> => {
  const { levels, warmUp, settleMilliseconds } = sizes[bench.scale]
  await using opened = new AsyncDisposableStack()
  const lineup = opened.adopt(await openLineup(bench), (one) => one.close())
  const service = await lineup.memoryService()
  const warm = connections(8)
  await drive(warmUp, 8, () => timed(service, warm, body))
  warm.destroy()
  const idle = await service.process.usageCollected()

  const agent = connections(levels.at(-1) ?? 1)
  const points: Point[] = []
  let open = 0
  for (const level of levels) {
    const before = open
    await drive(level - before, atOnce, async (index) => {
      const caller = service.callers[(before + index) % service.callers.length] ?? service
      const answer = await answerTo(ask(caller, agent, body, endless))
      if (answer.statusCode !== 200) throw new Error(`A stream was answered ${answer.statusCode}.`)
      answer.on('error', () => {}).resume()
    })
    open = level
    await wait(settleMilliseconds)
    const { rss } = await service.process.usageCollected()
    points.push({ x: level, y: (rss - idle.rss) / 1_000_000 })
  }
  agent.destroy()
  return points
}

/** One curve for each body. */
export const streamGrowth = async (bench: Bench): Promise<ReadonlyMap<string, readonly Point[]>> => {
  const curves = new Map<string, readonly Point[]>()
  for (const [name, body] of Object.entries(bodies)) curves.set(name, await growthFor(bench, body))
  return curves
}
