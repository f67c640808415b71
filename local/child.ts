// A process of the service: started with its own environment alone, tied to the life of this one, ended in order.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './bounded-log.ts'

const readyMilliseconds = 30_000
/** A little longer than the functions take to drain. */
const endMilliseconds = 32_000
/** Of what a process said before it failed. */
const lastWordsLength = 2_000

export interface ChildOptions {
  /** For messages. */
  readonly name: string
  readonly script: string
  readonly arguments?: readonly string[]
  /** All of it: nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>
  /** Gets what the process prints. */
  readonly log: Log
}

export interface Child {
  /** On which the process listens. */
  readonly port: number
  readonly pid: number
  /** In words, once the process has ended. */
  readonly ended: Promise<string>
  /** Asks the process to end, and ends it when it does not. */
  end(): Promise<void>
  kill(): void
}

const portIn = (line: string): number | undefined => {
  if (!line.startsWith('{"port":')) return undefined
  try {
    const { port }: { port?: unknown } = JSON.parse(line)
    return typeof port === 'number' ? port : undefined
  } catch {
    return undefined
  }
}

const endingOf = (child: ChildProcess): Promise<string> =>
  new Promise((ended) => {
    child.once('error', (error) => ended(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      ended(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    )
  })

/** Resolves when the process has printed its port. Rejects, with its last words, when it ends before or takes too long. */
export const startChild = async (options: ChildOptions): Promise<Child> => {
  const { name, script, environment, log } = options
  const spawned = spawn(
    process.execPath,
    ['--import', new URL('end-with-parent.ts', import.meta.url).href, script, ...(options.arguments ?? [])],
    // A group of its own: an interrupt at the terminal is heard by the supervisor alone.
    { env: { ...environment }, stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true },
  )
  const ended = endingOf(spawned)
  spawned.stdin.on('error', () => {})
  let lastWords = ''
  spawned.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-lastWordsLength)
    log.write(chunk)
  })

  const port = new Promise<number>((found) => {
    createInterface({ input: spawned.stdout }).on('line', (line) => {
      const announced = portIn(line)
      if (announced === undefined) log.write(`${line}\n`)
      else found(announced)
    })
  })
  const late = new AbortController()
  const ready = await Promise.race([
    port,
    ended,
    wait(readyMilliseconds, 'did not become ready in time', { signal: late.signal }).catch(() => ''),
  ])
  late.abort()
  if (typeof ready === 'string') {
    spawned.kill('SIGKILL')
    // The last words may still be on their way.
    if (spawned.stderr.readable)
      await Promise.race([once(spawned.stderr, 'close'), wait(500, undefined, { ref: false })])
    throw new Error(`The ${name} ${ready}.${lastWords === '' ? '' : `\n${lastWords.trimEnd()}`}`)
  }

  return {
    port: ready,
    pid: spawned.pid ?? 0,
    ended,
    async end() {
      spawned.kill('SIGTERM')
      const timer = setTimeout(() => spawned.kill('SIGKILL'), endMilliseconds)
      await ended
      clearTimeout(timer)
    },
    kill: () => spawned.kill('SIGKILL'),
  }
}
