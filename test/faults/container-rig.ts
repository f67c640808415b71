// The container's program over the ground: the shipped bundle in a process of its own, whose clock and memory can be asked.

import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { containerBundle } from '../../lib/bundles/shipped-bundles.ts'
import { type Memory, memory, type Order } from '../../testkit/faults/steered.ts'
import type { Ground } from './ground.ts'

/** A line of the log, or what the front says of an answer that could not end. */
const isOfLog = /^(\{|[a-z-]+: The answer was cut\.$)/
const announced = z.object({ port: z.number() })
const reply = z.looseObject({ id: z.number() })
const steered = new URL('../../testkit/faults/steered.ts', import.meta.url).href

export interface ContainerRig extends Ground {
  readonly process: ChildProcess
  readonly baseUrl: string
  readonly port: number
  /** What it has printed. */
  readonly lines: readonly string[]
  /** What it has printed that is no line of its log: nothing, as long as nothing is wrong with it. */
  readonly errors: () => string
  readonly ended: Promise<number | null>
  /** Puts its clock forward, or back, and lets it run at this rate. */
  setClock(aheadMilliseconds: number, rate?: number): Promise<void>
  /** After a forced collection, bytes. */
  memory(): Promise<Memory>
  /** Sockets that it holds. */
  sockets(): number
  end(): Promise<void>
}

const socketsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length

/** Questions to a steered process, over IPC. */
const steer = (child: ChildProcess) => {
  let asked = 0
  const waiting = new Map<number, (answer: unknown) => void>()
  child.on('message', (message) => waiting.get(reply.parse(message).id)?.(message))
  const send = (order: Omit<Order, 'id'> & object): Promise<unknown> => {
    asked += 1
    const id = asked
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      child.send({ ...order, id })
    })
  }
  return {
    async setClock(aheadMilliseconds: number, rate = 1): Promise<void> {
      await send({ what: 'clock', aheadMilliseconds, rate } as Omit<Order, 'id'>)
    },
    memory: async (): Promise<Memory> => memory.parse(await send({ what: 'memory' })),
  }
}

/** Starts it from a folder that holds its bundle, and waits until it is ready. */
export const startContainer = async (
  ground: Ground,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ContainerRig> => {
  const child = spawn(process.execPath, ['--expose-gc', '--import', steered, containerBundle.file], {
    cwd: folder,
    env: {
      ...ground.environment,
      ...{ HOST: '127.0.0.1', PORT: '0', LEAVE_SECONDS: '0.3', DRAIN_SECONDS: '20', LOOKUP_CACHE_SECONDS: '60' },
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines: string[] = []
  const first = Promise.withResolvers<string>()
  ended.then(() => first.reject(new Error(`The container ended at once.\n${errors()}`)))
  const errors = (): string => lines.filter((line) => !isOfLog.test(line)).join('\n')
  for (const input of [child.stdout, child.stderr])
    if (input !== null)
      createInterface({ input }).on('line', (line) => {
        lines.push(line)
        first.resolve(line)
      })
  const { port } = announced.parse(JSON.parse(await first.promise))
  const baseUrl = `http://127.0.0.1:${port}`
  while ((await fetch(`${baseUrl}/readyz`)).status !== 200) await wait(50)
  return {
    ...ground,
    ...steer(child),
    process: child,
    baseUrl,
    port,
    lines,
    errors,
    ended,
    sockets: () => socketsOf(child.pid ?? 0),
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
