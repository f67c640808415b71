// Starts a process of the service with only its own environment, lets it live no longer than this process, and ends it in
// order.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './bounded-log.ts'
import { compileCache } from './compile-cache.ts'
import { StartFault } from './start-fault.ts'
import { toldIn } from './to-parent.ts'
import { trustedAuthorities } from './trusted-authorities.ts'

const readyMilliseconds = 30_000
/** A little longer than the functions take to drain. */
const endMilliseconds = 32_000
/** Characters that are kept of what a process printed before it failed. */
const lastWordsLength = 2_000

export interface ChildOptions {
  /** Names the process in messages. */
  readonly name: string
  readonly script: string
  readonly arguments?: readonly string[]
  /** The whole environment, except where Node keeps what it has compiled, and whom it trusts. */
  readonly environment: Readonly<Record<string, string>>
  /** Gets what the process prints. */
  readonly log: Log
  /** Gets what its owner should know. @default nobody */
  readonly report?: (line: string) => void
}

export interface Child {
  /** The port on which the process listens. */
  readonly port: number
  readonly pid: number
  /** What else it said when it was ready. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Resolves when the process has ended, and says how. */
  readonly ended: Promise<string>
  /** The end of what it has printed on standard error: why it died, if it did. */
  lastWords(): string
  /** Asks the process to end, and kills it if it does not. */
  end(): Promise<void>
  kill(): void
}

const endingOf = (child: ChildProcess): Promise<string> =>
  new Promise((ended) => {
    child.once('error', (error) => ended(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      ended(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    )
  })

/**
 * Resolves when the process has said its port. Rejects with a `StartFault` if it says one, and with its last words if it ends
 * before that or takes too long.
 */
export const startChild = async (options: ChildOptions): Promise<Child> => {
  const { name, script, environment, log, report = () => {} } = options
  const spawned = spawn(
    process.execPath,
    ['--import', new URL('end-with-parent.ts', import.meta.url).href, script, ...(options.arguments ?? [])],
    // In a process group of its own, so that only the supervisor hears an interrupt at the terminal.
    {
      env: { ...compileCache, ...trustedAuthorities(), ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    },
  )
  const ended = endingOf(spawned)
  spawned.stdin.on('error', () => {})
  let lastWords = ''
  createInterface({ input: spawned.stderr }).on('line', (line) => {
    lastWords = `${lastWords}${line}\n`.slice(-lastWordsLength)
    log.write(`${line}\n`)
  })

  const said = new Promise<{ readonly port: number } | StartFault>((settled) => {
    createInterface({ input: spawned.stdout }).on('line', (line) => {
      const told = toldIn(line)
      if (told === undefined) log.write(`${line}\n`)
      else if ('report' in told) report(String(told.report))
      else settled('fault' in told ? new StartFault(String(told.fault)) : told)
    })
  })
  const late = new AbortController()
  const ready = await Promise.race([
    said,
    ended,
    wait(readyMilliseconds, 'did not become ready in time', { signal: late.signal }).catch(() => ''),
  ])
  late.abort()
  if (ready instanceof StartFault) {
    await ended
    throw ready
  }
  if (typeof ready === 'string') {
    spawned.kill('SIGKILL')
    // The last words may still be on their way.
    if (spawned.stderr.readable)
      await Promise.race([once(spawned.stderr, 'close'), wait(500, undefined, { ref: false })])
    throw new Error(`The ${name} ${ready}.${lastWords === '' ? '' : `\n${lastWords.trimEnd()}`}`)
  }

  return {
    port: ready.port,
    facts: ready,
    pid: spawned.pid ?? 0,
    ended,
    lastWords: () => lastWords,
    async end() {
      spawned.kill('SIGTERM')
      const timer = setTimeout(() => spawned.kill('SIGKILL'), endMilliseconds)
      await ended
      clearTimeout(timer)
    },
    kill: () => spawned.kill('SIGKILL'),
  }
}
