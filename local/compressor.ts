// Keeps a compressor running. Its death must not end the service: requests pass unchanged until it is back.

import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './process/bounded-log.ts'
import { type Child, startChild } from './process/child.ts'

const firstPauseMilliseconds = 250
const longestPauseMilliseconds = 10_000
/** After this long without a failure, the pause before a restart begins with the first one again. */
const forgivenAfterMilliseconds = 60_000
const warmMilliseconds = 30_000

export interface KeptCompressorOptions {
  readonly script: string
  readonly log: Log
  /** Gets a line when the compressor has ended, and when it is back. */
  readonly report: (line: string) => void
}

export interface KeptCompressor {
  readonly endpoint: string
  end(): Promise<void>
  kill(): void
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

/** Resolves once the compressor answers `/ping`. Rejects if the first start fails; later starts are repeated. */
export const keepCompressor = async ({ script, log, report }: KeptCompressorOptions): Promise<KeptCompressor> => {
  const start = async (port: number): Promise<Child> => {
    const child = await startChild({
      name: 'compressor',
      script,
      environment: { HOST: '127.0.0.1', PORT: String(port) },
      log,
    })
    for (let waited = 0; !(await answersPing(`http://127.0.0.1:${child.port}`)); waited += 25) {
      if (waited > warmMilliseconds) {
        child.kill()
        throw new Error('The compressor does not answer /ping.')
      }
      await wait(25)
    }
    return child
  }

  let child: Child | undefined = await start(0)
  const { port } = child
  const ending = new AbortController()

  const keep = async (): Promise<void> => {
    let pause = firstPauseMilliseconds
    while (!ending.signal.aborted) {
      if (child !== undefined) {
        const since = performance.now()
        const how = await child.ended
        child = undefined
        if (ending.signal.aborted) return
        if (performance.now() - since > forgivenAfterMilliseconds) pause = firstPauseMilliseconds
        report(`The compressor ${how}. Until it is back, requests pass unchanged.`)
      }
      await wait(pause, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      pause = Math.min(pause * 2, longestPauseMilliseconds)
      // On the same port, because the functions know only that one.
      child = await start(port).catch((error: Error) => report(error.message) ?? undefined)
      if (child === undefined) continue
      if (ending.signal.aborted) return child.kill()
      report('The compressor is back.')
    }
  }
  const kept = keep()

  return {
    endpoint: `http://127.0.0.1:${port}`,
    async end() {
      ending.abort()
      await child?.end()
      await kept
    },
    kill() {
      ending.abort()
      child?.kill()
    },
  }
}
