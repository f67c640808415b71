// Loaded by every measured process: says that it is ready, answers what its parent asks, and ends when the parent does.

import { setTimeout as wait } from 'node:timers/promises'

/** What a process is asked, by name. */
export type Answers = Readonly<Record<string, () => unknown>>

const usageNow = () => {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return { cpuMicroseconds: user + system, rss, heapUsed }
}

/** Several rounds: what one collection frees may hold what the next one can free. */
const collected = async () => {
  if (globalThis.gc === undefined) throw new Error('The process was not started with --expose-gc.')
  for (let round = 0; round < 4; round += 1) {
    await globalThis.gc({ type: 'major', execution: 'async' })
    await wait(50)
  }
  return usageNow()
}

const isQuestion = (value: unknown): value is { readonly id: number; readonly question: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'question' in value

/** To be called once, when the process can serve. `facts` go to the parent; `answers` come to the general ones. */
export const announce = (facts: Readonly<Record<string, unknown>>, answers: Answers = {}): void => {
  const all: Answers = { usage: usageNow, collect: collected, ...answers }
  process.on('disconnect', () => process.exit(0))
  process.on('message', async (message) => {
    if (!isQuestion(message)) return
    process.send?.({ id: message.id, answer: await all[message.question]?.() })
  })
  process.send?.({ facts })
}
