// Another's proxy as a process: started with its own settings, asked until it answers, ended with this process in any case.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../local/process/free-port.ts'
import type { Way } from '../lineup/lineup.ts'

/** How one of them is brought up before this upstream. */
export interface Peer {
  readonly name: string
  /** Installs it and says how it starts. Throws `Skipped` where this machine cannot install it. */
  prepare(place: Place): Promise<Start>
}

export interface Place {
  /** Empty, and its own. */
  readonly folder: string
  readonly port: number
  readonly upstreamPort: number
}

export interface Start {
  readonly command: string
  readonly words: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

export interface StartedPeer extends Way {
  readonly pid: number
  end(): Promise<void>
}

/** Gateways of Python load for half a minute where the machine is busy. */
const readyMilliseconds = 180_000
const askAgainMilliseconds = 250
const lastWordsLength = 600

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Resolves when it answers anything on its port. Rejects with its last words when it ends before, or never answers. */
export const startPeer = async (
  peer: Peer,
  folder: string,
  upstreamPort: number,
  callerHeaders: Readonly<Record<string, string>>,
): Promise<StartedPeer> => {
  const port = await freePort()
  const { command, words, environment = {}, headers = {} } = await peer.prepare({ folder, port, upstreamPort })
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(command, words, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...environment },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  running.add(child)
  child.once('exit', () => running.delete(child))
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => {})

  const until = Date.now() + readyMilliseconds
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  while (!(await Promise.race([answers(), failed]))) {
    if (!running.has(child) || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`${peer.name} does not answer: ${readFileSync(logFile, 'utf8').slice(-lastWordsLength)}`)
    }
    await wait(askAgainMilliseconds)
  }
  return {
    name: peer.name,
    port,
    prefix: '',
    headers: { ...callerHeaders, ...headers },
    pid: child.pid ?? 0,
    async end() {
      if (!running.has(child)) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
