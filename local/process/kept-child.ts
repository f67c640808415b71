// Keeps a process running whose death must not end the service: requests go on until it is back.

import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from './child.ts'

const firstPauseMilliseconds = 250
const longestPauseMilliseconds = 10_000
/** After this long without a failure, the pause before a restart begins with the first one again. */
const forgivenAfterMilliseconds = 60_000

export interface KeptChildOptions {
  /** What it is called at the beginning of a line. */
  readonly name: string
  /** What holds until it is back. */
  readonly meanwhile: string
  /** 0 means any free port. It keeps the one that it had first, because others know only that. */
  readonly port: number
  readonly start: (port: number) => Promise<Child>
  /** Gets a line when it has ended, behind its last words, and when it is back. */
  readonly report: (line: string) => void
}

export interface KeptChild {
  readonly port: number
  end(): Promise<void>
  kill(): void
}

/** Rejects if the first start fails; later starts are repeated. */
export const keepChild = async (options: KeptChildOptions): Promise<KeptChild> => {
  const { name, meanwhile, start, report } = options
  let child: Child | undefined = await start(options.port)
  const { port } = child
  const ending = new AbortController()

  const keep = async (): Promise<void> => {
    let pause = firstPauseMilliseconds
    while (!ending.signal.aborted) {
      if (child !== undefined) {
        const since = performance.now()
        const how = await child.ended
        const lastWords = child.lastWords()
        child = undefined
        if (ending.signal.aborted) return
        if (performance.now() - since > forgivenAfterMilliseconds) pause = firstPauseMilliseconds
        report(`${lastWords}${name} ${how}. Until it is back, ${meanwhile}.`)
      }
      await wait(pause, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      pause = Math.min(pause * 2, longestPauseMilliseconds)
      child = await start(port).catch((error: Error) => report(error.message) ?? undefined)
      if (child === undefined) continue
      if (ending.signal.aborted) return child.kill()
      report(`${name} is back.`)
    }
  }
  const kept = keep()

  return {
    port,
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
