// Loaded before a program (`--import`): lets its parent set its clock, and ask for its memory. The program itself is unchanged.

import { promises, type Resolver } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'

/** What a parent asks for. `rate`: how many times faster the clock runs than the machine's. */
const order = z.discriminatedUnion('what', [
  z.object({ what: z.literal('clock'), id: z.number(), aheadMilliseconds: z.number(), rate: z.number() }),
  z.object({ what: z.literal('memory'), id: z.number() }),
])
export type Order = z.infer<typeof order>

/** Bytes after a forced collection. */
export const memory = z.object({ id: z.number(), heapUsed: z.number(), external: z.number(), rss: z.number() })
export type Memory = z.infer<typeof memory>

const machineNow = Date.now.bind(Date)
let clock = { since: machineNow(), ahead: 0, rate: 1 }
const now = (): number => {
  const passed = machineNow() - clock.since
  return Math.round(clock.since + clock.ahead + passed * clock.rate)
}

const MachineDate = Date
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, words, self) => Reflect.construct(target, words.length === 0 ? [now()] : words, self),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
})

const nameServer = process.env.STEERED_NAME_SERVER ?? ''
if (nameServer !== '') {
  promises.Resolver = class extends promises.Resolver {
    constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
      super(options)
      this.setServers([nameServer])
    }
  }
  syncBuiltinESMExports()
}

const collected = async (): Promise<Omit<Memory, 'id'>> => {
  // Several rounds: what one collection frees may hold what the next one can free.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.()
    await wait(20)
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heapUsed, external, rss }
}

process.on('message', async (message) => {
  const asked = order.parse(message)
  if (asked.what === 'clock') {
    clock = { since: machineNow(), ahead: now() - machineNow() + asked.aheadMilliseconds, rate: asked.rate }
    process.send?.({ id: asked.id })
  } else process.send?.({ id: asked.id, ...(await collected()) })
})
