// One execution environment: the Runtime API on one side, a process with AWS's runtime client and a bundle on the other. It
// handles one invocation at a time, as on Lambda, and is frozen between them. The answer comes back as the runtime streams
// it.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { bundleHandler } from '../../lib/bundles/bundling.ts'
import { listen } from '../../testkit/listen.ts'

const api = '/2018-06-01/runtime'
const ric = join(import.meta.dirname, '..', '..', 'node_modules', 'aws-lambda-ric', 'index.mjs')

export interface InitError {
  readonly errorType: string
  readonly errorMessage: string
}

export interface Environment {
  readonly process: ChildProcess
  /**
   * Runs one event, with a deadline in milliseconds since the epoch. Resolves with the answer at its first byte.
   * For a handler that does not stream, an error is an answer too: a document with `errorMessage`.
   */
  invoke(event: string, deadline: number): Promise<IncomingMessage>
  /** Resolves when the runtime asks for the next invocation: the handler's promise has settled. */
  idle(): Promise<void>
  readonly initError: Promise<InitError>
  /** Resolves when the process is gone. */
  readonly ended: Promise<number | null>
  /** The output of the process. */
  logs(): string
  stop(): Promise<void>
}

const lambdaVariables = (name: string, taskRoot: string, port: number): Record<string, string> => ({
  AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
  AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true',
  _HANDLER: bundleHandler,
  LAMBDA_TASK_ROOT: taskRoot,
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'test',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
})

/** A value that comes later: the runtime's next work, or the answer to ours. */
class Rendezvous<T> {
  readonly #waiting: ((value: T) => void)[] = []
  readonly #ready: T[] = []

  put(value: T): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#ready.push(value)
    else next(value)
  }

  take(): Promise<T> {
    const value = this.#ready.shift()
    return value === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(value)
  }
}

/** A process with AWS's runtime client. */
const spawnRuntime = (env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, ['--require', join(import.meta.dirname, 'ric-shim.cjs'), ric], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

export const startEnvironment = async (
  name: string,
  taskRoot: string,
  variables: Readonly<Record<string, string>>,
): Promise<Environment> => {
  const asking = new Rendezvous<ServerResponse>()
  const answers = new Rendezvous<IncomingMessage>()
  const initErrors = new Rendezvous<InitError>()
  let idle = Promise.withResolvers<void>()
  let answered = Promise.withResolvers<void>()
  answered.resolve()

  const server = createServer(async (request, response) => {
    if (request.url === `${api}/invocation/next`) {
      // An answer that is not streamed has a connection of its own, and may arrive after this request.
      await answered.promise
      // No timer runs and no socket is served until the next invocation.
      child.kill('SIGSTOP')
      idle.resolve()
      asking.put(response)
    } else if (/\/invocation\/[^/]+\/(response|error)$/.test(request.url ?? '')) {
      request.once('end', () => response.writeHead(202).end())
      answered.resolve()
      answers.put(request)
    } else if (request.url === `${api}/init/error`) {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      initErrors.put(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(202).end('{}')
    } else response.writeHead(404).end()
  })
  const { port, close } = await listen(server)

  const child = spawnRuntime({ ...variables, ...lambdaVariables(name, taskRoot, port) })
  let logs = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      logs += chunk.toString()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))

  return {
    process: child,
    async invoke(event, deadline) {
      const response = await asking.take()
      idle = Promise.withResolvers()
      answered = Promise.withResolvers()
      child.kill('SIGCONT')
      response.writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': randomUUID(),
        'lambda-runtime-deadline-ms': String(deadline),
        'lambda-runtime-invoked-function-arn': `arn:aws:lambda:test:000000000000:function:${name}`,
      })
      response.end(event)
      return answers.take()
    },
    idle: () => idle.promise,
    initError: initErrors.take(),
    ended,
    logs: () => logs,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await close()
    },
  }
}
