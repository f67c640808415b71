// A process whose figures are taken: started with its own environment, asked over IPC, ended with this one in any case.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const lastWordsLength = 2_000
const readyMilliseconds = 180_000

export interface MeasuredProcessOptions {
  /** For messages. */
  readonly name: string
  /** From the folder `bench`. */
  readonly script: string
  readonly environment?: Readonly<Record<string, string>>
  /** Gets a file with what the process prints. */
  readonly folder: string
  /** Gets a CPU profile when the process ends. */
  readonly profiles?: string | undefined
}

const usage = z.object({ cpuMicroseconds: z.number(), rss: z.number(), heapUsed: z.number() })
/** CPU time since the start; bytes. */
export type Usage = z.infer<typeof usage>

export interface MeasuredProcess {
  readonly pid: number
  /** What it has printed so far. */
  said(): string
  /** What the process said when it was ready. */
  readonly facts: unknown
  ask<Answer>(question: string, schema: z.ZodType<Answer>): Promise<Answer>
  usage(): Promise<Usage>
  /** After a forced garbage collection. */
  usageCollected(): Promise<Usage>
  end(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const message = z.union([
  z.object({ facts: z.unknown() }).strict(),
  z.object({ id: z.number(), answer: z.unknown() }).strict(),
])
let started = 0

/** Resolves when the process has announced itself. Rejects, with its last words, when it ends before. */
export const startMeasured = async (options: MeasuredProcessOptions): Promise<MeasuredProcess> => {
  const { name, script, environment = {}, folder, profiles } = options
  started += 1
  const logFile = join(folder, `${started}-${script.replaceAll('/', '-')}.log`)
  const log = openSync(logFile, 'a', 0o600)
  const child = fork(join(import.meta.dirname, '..', script), {
    execArgv: ['--expose-gc', ...(profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`])],
    env: { ...environment },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  running.add(child)

  const ready = Promise.withResolvers<unknown>()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  let ending = false
  child.on('message', (received) => {
    const parsed = message.parse(received)
    if ('id' in parsed) waiting.get(parsed.id)?.resolve(parsed.answer)
    else ready.resolve(parsed.facts)
  })
  child.once('exit', (code, signal) => {
    running.delete(child)
    if (ending) return
    const words = readFileSync(logFile, 'utf8').slice(-lastWordsLength).trimEnd()
    const fault = new Error(`The process "${name}" ended (${signal ?? code}).\n${words}`)
    ready.reject(fault)
    for (const question of waiting.values()) question.reject(fault)
  })
  const late = setTimeout(
    () => ready.reject(new Error(`The process "${name}" did not become ready.`)),
    readyMilliseconds,
  )
  const facts = await ready.promise.finally(() => clearTimeout(late))

  const ask = async <Answer>(question: string, schema: z.ZodType<Answer>): Promise<Answer> => {
    asked += 1
    const id = asked
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    child.send({ id, question })
    return schema.parse(await answer.promise.finally(() => waiting.delete(id)))
  }
  return {
    pid: child.pid ?? 0,
    said: () => readFileSync(logFile, 'utf8'),
    facts,
    ask,
    usage: () => ask('usage', usage),
    usageCollected: () => ask('collect', usage),
    async end() {
      ending = true
      if (!running.has(child)) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
