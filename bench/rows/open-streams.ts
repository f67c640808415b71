// Row: what open streams hold. Every figure is of a process started for it.

import { setTimeout as wait } from 'node:timers/promises'
import { instruct } from '../../testkit/provider/instruction.ts'
import { atMost, type Figure, megabytes, type Section } from '../../testkit/report/figures.ts'
import { answerTo, ask, connections, drive, timed } from '../lineup/client.ts'
import { type Bench, type Lineup, openLineup, type Target } from '../lineup/lineup.ts'
import { messagesBody, smallBody } from '../requests/bodies.ts'

const sizes = {
  full: { warmUp: 2_000, streams: 200, openMilliseconds: 3_000 },
  quick: { warmUp: 200, streams: 40, openMilliseconds: 500 },
}
/** Streams that are opened at a time. */
const atOnce = 10
/** A word every quarter of a second, for as long as somebody takes it. */
const endless = instruct('stream', Number.POSITIVE_INFINITY, 250)

const warm = async (target: Target, requests: number): Promise<void> => {
  const agent = connections(8)
  await drive(requests, 8, () => timed(target, agent, smallBody(true)))
  agent.destroy()
}

/** Megabytes over idle while so many streams are open: as it is, and after a forced collection, when only what is held is left. */
const overIdle = async (target: Target, body: Uint8Array, streams: number, milliseconds: number) => {
  const idle = await target.process.usageCollected()
  const agent = connections(streams)
  const leaves: (() => void)[] = []
  await drive(streams, atOnce, async () => {
    const response = await answerTo(ask(target, agent, body, endless))
    response.on('error', () => {}).resume()
    leaves.push(() => response.destroy())
  })
  await wait(milliseconds)
  const { rss } = await target.process.usage()
  const collected = await target.process.usageCollected()
  for (const leave of leaves) leave()
  agent.destroy()
  return {
    all: megabytes(rss - idle.rss),
    afterCollection: megabytes(collected.rss - idle.rss),
    held: megabytes(collected.heapUsed - idle.heapUsed),
  }
}

/** One section. */
export const openStreams = async (bench: Bench): Promise<Section[]> => {
  const { warmUp, streams, openMilliseconds } = sizes[bench.scale]
  const large = messagesBody({ results: 10, kind: 'pretty', charactersPerResult: 15_800 }).bytes
  const bodies = {
    ...(bench.scale === 'full' ? { 'small body': smallBody(true) } : {}),
    '200 kB body': large,
  }
  const ways = [
    { open: (lineup: Lineup) => lineup.pipe(), bar: {} },
    { open: (lineup: Lineup) => lineup.memoryService(), bar: { bar: atMost(60) } },
  ]
  const figures: Figure[] = []
  for (const { open, bar } of ways)
    for (const [name, body] of Object.entries(bodies)) {
      const lineup = await openLineup(bench)
      try {
        const target = await open(lineup)
        await warm(target, warmUp)
        const { all, afterCollection, held } = await overIdle(target, body, streams, openMilliseconds)
        figures.push({ subject: target.name, measure: name, value: all, unit: 'MB', ...bar })
        figures.push({ subject: target.name, measure: `${name}, collected`, value: afterCollection, unit: 'MB' })
        figures.push({ subject: target.name, measure: `${name}, heap held`, value: held, unit: 'MB' })
      } finally {
        await lineup.close()
      }
    }
  return [
    {
      title: `Memory over idle, ${streams} open streams`,
      conditions: [
        `resident set; idle: after ${warmUp} requests and a forced collection; opened ${atOnce} at a time, then open for ${openMilliseconds / 1000} s`,
        'collected: the resident set after a forced collection while they are open; heap held: what it leaves of the heap',
      ],
      figures,
    },
  ]
}
