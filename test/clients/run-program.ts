// Runs a program as a reader would, with its own environment and a time limit.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Program {
  readonly command: string
  readonly words: readonly string[]
  /** The whole environment; PATH is added. */
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  /** Text for its standard input. */
  readonly input?: string
  readonly patienceMilliseconds: number
}

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Ends a program and all that it has started. */
const endAll = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended by itself.
  }
}

export const runProgram = async (program: Program): Promise<Finished> => {
  const { command, words, environment, folder, input = '', patienceMilliseconds } = program
  const child = spawn(command, words, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: some agents start themselves once more, and what they started would hold the output open.
    detached: true,
  })
  const late = setTimeout(() => endAll(child.pid), patienceMilliseconds)
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code, out, err }
  } finally {
    clearTimeout(late)
    endAll(child.pid)
  }
}
