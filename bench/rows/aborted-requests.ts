// Row: what aborted requests leave behind. A process keeps what its first load took, so the same is done twice: what is
// lost with every request shows in the second time.

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { instruct } from '../../testkit/provider/instruction.ts'
import { atMost, type Figure, megabytes, type Section } from '../../testkit/report/figures.ts'
import { answerTo, ask, connections, drive } from '../lineup/client.ts'
import { type Bench, type Lineup, openLineup, type Target } from '../lineup/lineup.ts'
import { counts } from '../lineup/upstream-counts.ts'
import { smallBody } from '../requests/bodies.ts'

const sizes = { full: 10_000, quick: 300 }
const atOnce = 50
/** What a resident set may differ by although nothing was lost: pages come and go. */
const breathing = 5
/** A first event and eleven more, in a twentieth of a second. */
const shortStream = instruct('stream', 5, 5)

/** Asks, and leaves at the first byte. */
const leave = async (target: Target): Promise<void> => {
  const agent = connections(1)
  const response = await answerTo(ask(target, agent, smallBody(true), shortStream))
  response.on('error', () => {})
  await once(response, 'data')
  response.destroy()
  agent.destroy()
}

/** Growth of the process over so many aborted requests, in megabytes, a forced collection before and after. */
const growth = async (target: Target, { upstream }: Lineup, count: number) => {
  const before = await target.process.usageCollected()
  await drive(count, atOnce, () => leave(target))
  while ((await upstream.ask('counts', counts)).open > 0) await wait(50)
  await wait(300)
  const after = await target.process.usageCollected()
  return { rss: megabytes(after.rss - before.rss), heap: megabytes(after.heapUsed - before.heapUsed) }
}

/** One section. */
export const abortedRequests = async (bench: Bench): Promise<Section[]> => {
  const count = sizes[bench.scale]
  const ways = [
    { open: (lineup: Lineup) => lineup.pipe(), bars: { rss: {}, heap: {} } },
    {
      open: (lineup: Lineup) => lineup.memoryService(),
      bars: { rss: { bar: atMost(breathing) }, heap: { bar: atMost(1) } },
    },
  ]
  const figures: Figure[] = []
  for (const { open, bars } of ways) {
    const lineup = await openLineup(bench)
    try {
      const target = await open(lineup)
      const first = await growth(target, lineup, count)
      const second = await growth(target, lineup, count)
      const subject = target.name
      figures.push({ subject, measure: `first ${count}`, value: first.rss, unit: 'MB' })
      figures.push({ subject, measure: `next ${count}`, value: second.rss, unit: 'MB', ...bars.rss })
      figures.push({ subject, measure: `next ${count}, heap`, value: second.heap, unit: 'MB', ...bars.heap })
    } finally {
      await lineup.close()
    }
  }
  return [
    {
      title: `Memory after ${count} aborted requests, and after as many again`,
      conditions: [
        `growth of the resident set, from one forced collection to the next; clients leave at the first byte, ${atOnce} at a time`,
      ],
      figures,
    },
  ]
}
