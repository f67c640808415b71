// Runs a program in place of this one: the terminal, the signals and the exit code are its own.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { Failed } from '../world/faults.ts'

export interface Program {
  readonly command: string
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly install?: string
  /** Gets its process once it runs. */
  readonly started?: (pid: number) => void
}

const passedOn = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH'] as const
/** A terminal sends them to everyone in its group: passed on they would arrive twice. */
const fromTheTerminal = ['SIGINT', 'SIGQUIT'] as const

/** Resolves with the exit code; for a program that a signal ended, with 128 and the signal's number. */
export const runInPlace = ({ command, words, environment, install, started }: Program): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: 'inherit', env: { ...environment } })
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
    const leave = (): void => {}
    const hasTerminal = process.stdin.isTTY === true
    const listeners = [
      ...passedOn.map((signal) => [signal, pass] as const),
      ...fromTheTerminal.map((signal) => [signal, hasTerminal ? leave : pass] as const),
    ]
    for (const [signal, listener] of listeners) process.on(signal, listener)
    const end = (): void => {
      for (const [signal, listener] of listeners) process.off(signal, listener)
    }
    child.once('spawn', () => started?.(child.pid ?? 0))
    child.once('error', (error) => {
      end()
      const isMissing = 'code' in error && error.code === 'ENOENT'
      const way = install === undefined ? '' : ` Install it: ${install}`
      reject(
        new Failed(
          isMissing ? `There is no program "${command}".${way}` : `"${command}" cannot be started: ${error.message}`,
        ),
      )
    })
    child.once('close', (code, signal) => {
      end()
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal])
    })
  })
