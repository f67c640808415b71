// Plays sessions on several threads until all are played or the time is up.

import { Worker } from 'node:worker_threads'
import type { RecordedSession } from '../sessions/recorded-session.ts'
import { type Played, playSession } from './play.ts'

/** One place where sessions are played, one after the other. */
interface Player {
  /** Throws what `playSession` throws. */
  play(session: RecordedSession): Promise<Played>
  end(): Promise<unknown>
}

/** What a thread answers. */
export interface Answer {
  readonly played?: Played
  readonly fault?: string
}

const inThisThread: Player = { play: playSession, end: async () => {} }

/** `module`: a file that answers each session that it is sent, as an `Answer`. A thread that dies is replaced. */
const inThread = (module: string): Player => {
  let worker: Worker | undefined
  const started = (): Worker => {
    const made = new Worker(module, { workerData: { playsSessions: true } })
    made.once('exit', () => {
      worker = undefined
    })
    worker = made
    return made
  }
  return {
    play: (session) =>
      new Promise((resolve, reject) => {
        const thread = worker ?? started()
        const fail = (error: unknown): void =>
          reject(error instanceof Error ? error : new Error('The thread ended before the session did.'))
        thread.once('error', fail).once('exit', fail)
        thread.once('message', ({ played, fault }: Answer) => {
          thread.off('error', fail).off('exit', fail)
          if (played === undefined) reject(new Error(fault))
          else resolve(played)
        })
        thread.postMessage(session)
      }),
    end: async () => worker?.terminate(),
  }
}

export interface Pool {
  /** 0: in this thread. */
  readonly threads: number
  readonly module: string
  /** What is under way when it aborts does not count. */
  readonly until: AbortSignal
}

export interface PlayEvents {
  onPlayed(session: RecordedSession, played: Played): void
  onFault(session: RecordedSession, message: string): void
}

/** Takes sessions one at a time, so that no more of them are read than can be played. Says whether all were. */
export const playAll = async (
  sessions: Iterator<RecordedSession>,
  { threads, module, until }: Pool,
  { onPlayed, onFault }: PlayEvents,
): Promise<boolean> => {
  const players = threads === 0 ? [inThisThread] : Array.from({ length: threads }, () => inThread(module))
  const stopped = new Promise<void>((resolve) => {
    until.addEventListener('abort', () => resolve(), { once: true })
    if (until.aborted) resolve()
  })
  let isWhole = true
  const work = async (player: Player): Promise<void> => {
    for (;;) {
      const next = until.aborted ? undefined : sessions.next()
      if (next === undefined) isWhole = false
      if (next === undefined || next.done === true) return
      const session = next.value
      try {
        const played = await player.play(session)
        if (!until.aborted) onPlayed(session, played)
      } catch (error) {
        if (!until.aborted) onFault(session, error instanceof Error ? error.message : String(error))
      }
      if (until.aborted) isWhole = false
    }
  }
  const all = Promise.all(players.map(work))
  // A thread that is ended leaves its promise open: the work is over when the time is.
  await Promise.race([all, stopped])
  if (until.aborted) isWhole = false
  await Promise.all(players.map((player) => player.end()))
  return isWhole
}
