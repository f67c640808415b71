// Keeps a compressor running: while it is not, requests lose colours and blanks of JSON alone. One that is stuck is replaced.

import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { silentLooks, lookMilliseconds as usualLook } from '../core/compressor/silent-looks.ts'
import type { Log } from './process/bounded-log.ts'
import { type Child, startChild } from './process/child.ts'
import { type KeptChild, keepChild } from './process/kept-child.ts'

const warmMilliseconds = 30_000

export interface KeptCompressorOptions {
  readonly script: string
  readonly log: Log
  /** Gets a line when the compressor has ended, and when it is back. */
  readonly report: (line: string) => void
  /** How often it is looked whether it is stuck. @default 15,000 */
  readonly lookMilliseconds?: number
}

export interface KeptCompressor extends Pick<KeptChild, 'end' | 'kill'> {
  readonly endpoint: string
}

const answersPing = async (endpoint: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${endpoint}/ping`, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

/**
 * Kills a compressor that answers nobody any more: between two texts it does. It may be at others first, so that a question waits for as
 * long as it takes. One that fails says nothing: this process may have no room for another connection.
 */
const watch = (child: Child, endpoint: string, lookMilliseconds: number): void => {
  const looks = silentLooks()
  let isAsked = false
  const ask = (): void => {
    isAsked = true
    get(`${endpoint}/ping`, { agent: false }, (answer) => {
      looks.heard()
      answer.on('error', () => {}).resume()
    })
      .on('error', () => {})
      .on('close', () => {
        isAsked = false
      })
  }
  const look = setInterval(() => {
    if (!isAsked) ask()
    else if (looks.silent()) child.kill()
  }, lookMilliseconds).unref()
  void child.ended.then(() => clearInterval(look))
}

/** Resolves once the compressor answers `/ping`. Rejects if the first start fails; later starts are repeated. */
export const keepCompressor = async (options: KeptCompressorOptions): Promise<KeptCompressor> => {
  const { script, log, report, lookMilliseconds = usualLook } = options
  const start = async (port: number): Promise<Child> => {
    const child = await startChild({
      name: 'compressor',
      script,
      environment: { HOST: '127.0.0.1', PORT: String(port) },
      log,
    })
    const endpoint = `http://127.0.0.1:${child.port}`
    for (let waited = 0; !(await answersPing(endpoint)); waited += 25) {
      if (waited > warmMilliseconds) {
        child.kill()
        throw new Error('The compressor does not answer /ping.')
      }
      await wait(25)
    }
    watch(child, endpoint, lookMilliseconds)
    return child
  }

  const { port, end, kill } = await keepChild({
    name: 'The compressor',
    meanwhile: 'requests lose colours and blanks of JSON alone',
    port: 0,
    start,
    report,
  })
  return { endpoint: `http://127.0.0.1:${port}`, end, kill }
}
