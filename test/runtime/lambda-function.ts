// A function as Lambda runs it. Environments start when needed, up to a concurrency, serve one invocation at a time, are
// kept for the next one, and end with an invocation that exceeds its time.

import type { IncomingMessage } from 'node:http'
import { type Environment, startEnvironment } from './environment.ts'

export interface LambdaFunction {
  /**
   * Runs one event, in milliseconds; resolves with the answer when its first byte is there. Rejects when the environment
   * ends before. Waits where Lambda would throttle.
   */
  invoke(event: string, milliseconds: number): Promise<IncomingMessage>
  /** The running environments, the oldest first. */
  readonly environments: readonly Environment[]
  stop(): Promise<void>
}

export interface LambdaFunctionOptions {
  readonly name: string
  /** The folder of its code. */
  readonly taskRoot: string
  readonly variables: Readonly<Record<string, string>>
  /** @default 1 */
  readonly concurrency?: number
}

/** Starts one environment at once. */
export const startFunction = async (options: LambdaFunctionOptions): Promise<LambdaFunction> => {
  const { name, taskRoot, variables, concurrency = 1 } = options
  const environments: Environment[] = []
  const free: Environment[] = []
  const waiting: (() => void)[] = []
  let started = 0

  const start = async (): Promise<Environment> => {
    started += 1
    const environment = await startEnvironment(name, taskRoot, variables)
    environments.push(environment)
    environment.ended.then(() => {
      started -= 1
      for (const list of [environments, free]) if (list.includes(environment)) list.splice(list.indexOf(environment), 1)
      waiting.shift()?.()
    })
    return environment
  }
  const take = async (): Promise<Environment> => {
    for (;;) {
      const environment = free.pop()
      if (environment !== undefined) return environment
      if (started < concurrency) return start()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  free.push(await start())
  return {
    environments,
    async invoke(event, milliseconds) {
      const environment = await take()
      const timeout = setTimeout(() => environment.process.kill('SIGKILL'), milliseconds)
      environment.ended.then(() => clearTimeout(timeout))
      const died = environment.ended.then(() => Promise.reject(new Error(`${name} ended in an invocation.`)))
      died.catch(() => {})
      const answer = await Promise.race([environment.invoke(event, Date.now() + milliseconds), died])
      environment.idle().then(() => {
        clearTimeout(timeout)
        free.push(environment)
        waiting.shift()?.()
      })
      return answer
    },
    async stop() {
      await Promise.all([...environments].map((environment) => environment.stop()))
    },
  }
}
