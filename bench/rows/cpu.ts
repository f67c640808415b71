// Row: CPU time of the proxy's own process for a request with nothing to compact.

import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { instruct } from '../../testkit/provider/instruction.ts'
import { shuffled } from '../../testkit/random.ts'
import { atMost, exactly, type Figure, type Section } from '../../testkit/report/figures.ts'
import { median } from '../../testkit/report/statistics.ts'
import { connections, drive, timed } from '../lineup/client.ts'
import { type Bench, openLineup, type Target } from '../lineup/lineup.ts'
import { smallBody } from '../requests/bodies.ts'

const sizes = {
  full: { warmUp: 8_000, rounds: 7, requests: 3_000 },
  quick: { warmUp: 600, rounds: 2, requests: 400 },
}
const atOnce = 8
const barToPipe = 2.2
/** With the receipt and the record of the conversation written to DynamoDB. */
const barWithWrites = 1_000
/** Until what was begun behind the last answers is over. */
const settleMilliseconds = 150

/** One section. */
export const cpu = async (bench: Bench): Promise<Section[]> => {
  const { warmUp, rounds, requests } = sizes[bench.scale]
  const lineup = await openLineup(bench)
  try {
    const service = await lineup.memoryService()
    const pipe = await lineup.pipe()
    const writing = await lineup.writingService()
    const targets = [pipe, await lineup.undici(), service, writing]
    const body = smallBody(false)
    const agent = connections(atOnce)
    const burst = (target: Target, count: number): Promise<void> =>
      drive(count, atOnce, () => timed(target, agent, body, instruct('whole')))
    const spent = async (target: Target): Promise<number> => {
      const before = await target.process.usage()
      await burst(target, requests)
      await wait(settleMilliseconds)
      const after = await target.process.usage()
      return (after.cpuMicroseconds - before.cpuMicroseconds) / requests
    }

    for (const target of targets) await burst(target, warmUp)
    const samples = new Map<Target, number[]>(targets.map((target) => [target, []]))
    for (let round = 0; round < rounds; round += 1)
      for (const target of shuffled(targets, bench.random)) samples.get(target)?.push(await spent(target))
    agent.destroy()

    const ofPipe = samples.get(pipe) ?? []
    const figures = targets.flatMap((target): Figure[] => {
      const taken = samples.get(target) ?? []
      const subject = target.name
      const absolute: Figure = { subject, measure: 'CPU per request', value: median(taken), unit: 'µs' }
      const ratio = median(taken.map((value, round) => value / (ofPipe[round] ?? Number.NaN)))
      const relative: Figure = { subject, measure: 'to the pipe', value: ratio, unit: '×' }
      if (target === service) return [absolute, { ...relative, bar: atMost(barToPipe) }]
      return [target === writing ? { ...absolute, bar: atMost(barWithWrites) } : absolute, relative]
    })
    const writes = await writing.tables.ask('writes', z.number())
    const each = requests * rounds + warmUp
    figures.push({ subject: writing.name, measure: 'writes', value: writes / each, unit: '', bar: exactly(2) })
    return [
      {
        title: 'CPU per request with nothing to compact',
        conditions: [
          `${rounds} rounds of ${requests} requests each way, ${atOnce} at a time, after ${warmUp} of warm-up; medians of the rounds`,
          'user and system time of the whole process, log and receipt included',
        ],
        figures,
      },
    ]
  } finally {
    await lineup.close()
  }
}
