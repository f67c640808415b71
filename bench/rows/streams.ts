// Row: the client's bytes are the upstream's, however they are cut; and a client that does not read is felt upstream.

import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { instruct } from '../../testkit/provider/instruction.ts'
import { oddStream } from '../../testkit/provider/odd-bytes.ts'
import { atMost, exactly, type Figure, type Section } from '../../testkit/report/figures.ts'
import { answerTo, ask, connections } from '../lineup/client.ts'
import { type Bench, type Lineup, openLineup, type Target } from '../lineup/lineup.ts'
import { counts } from '../lineup/upstream-counts.ts'
import { smallBody } from '../requests/bodies.ts'

const sizes = { full: { even: 120, odd: 180 }, quick: { even: 6, odd: 10 } }
const largestOddChunk = 400
const unreadMilliseconds = 700
const floodMegabytes = 64

/** About 4 kB. */
const streamsInOne = 18

/** Chunks of one size each, then random sizes. */
const chunkings = ({ even, odd }: { even: number; odd: number }, random: () => number): string[] => [
  ...Array.from({ length: even }, (_, index) => String(index + 1)),
  ...Array.from({ length: odd }, () =>
    Array.from({ length: 16 }, () => 1 + Math.floor(random() * largestOddChunk)).join(','),
  ),
]

/** How many of the chunkings came through with the same bytes, and in how many chunks they were written. */
const sameBytes = async (target: Target, lineup: Lineup, all: readonly string[]) => {
  const agent = connections(1)
  const upstreams = createHash('sha256').update(oddStream(streamsInOne)).digest('hex')
  let same = 0
  let written = 0
  for (const sizes of all) {
    const inPieces = instruct('bytes', sizes, streamsInOne, 0)
    const response = await answerTo(ask(target, agent, smallBody(true), inPieces))
    const hash = createHash('sha256')
    for await (const chunk of response) hash.update(chunk)
    if (hash.digest('hex') === upstreams) same += 1
    written += (await lineup.upstream.ask('counts', counts)).pieces
  }
  agent.destroy()
  return { same, written }
}

/** Megabytes that leave the upstream while the client does not read: at first, and then still. */
const takenUnread = async (target: Target, lineup: Lineup) => {
  const agent = connections(1)
  const flooded = async (): Promise<number> => (await lineup.upstream.ask('counts', counts)).taken / 1_000_000
  const response = await answerTo(ask(target, agent, smallBody(true), instruct('flood', floodMegabytes)))
  await wait(unreadMilliseconds)
  const first = await flooded()
  await wait(unreadMilliseconds)
  const later = (await flooded()) - first
  response.on('error', () => {})
  response.destroy()
  agent.destroy()
  return { first, later }
}

/** Two sections. */
export const streams = async (bench: Bench): Promise<Section[]> => {
  const all = chunkings(sizes[bench.scale], bench.random)
  const lineup = await openLineup(bench)
  try {
    const service = await lineup.memoryService()
    const { same, written } = await sameBytes(service, lineup, all)
    const subject = service.name
    const pressure: Figure[] = []
    for (const target of [lineup.direct, await lineup.pipe(), service]) {
      const { first, later } = await takenUnread(target, lineup)
      const still: Figure = { subject: target.name, measure: 'later', value: later, unit: 'MB' }
      pressure.push({ subject: target.name, measure: 'at first', value: first, unit: 'MB' })
      pressure.push(target === service ? { ...still, bar: atMost(0) } : still)
    }
    return [
      {
        title: 'Streams: SHA-256 of what the client received = SHA-256 of what the upstream wrote',
        conditions: [`${all.length} chunkings of one stream, ${written} chunks in all`],
        figures: [{ subject, measure: 'equal', value: same, unit: '', bar: exactly(all.length) }],
      },
      {
        title: 'Streams: taken off the upstream while the client does not read',
        conditions: [
          `an answer of ${floodMegabytes} MB; at first: within ${unreadMilliseconds} ms; later: in as long again`,
        ],
        figures: pressure,
      },
    ]
  } finally {
    await lineup.close()
  }
}
