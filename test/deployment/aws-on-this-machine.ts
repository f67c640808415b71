// An AWS account that lasts as long as a suite: moto's server, and calls to it. Knows nothing of the stacks.

import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { defined } from '../../core/collections/defined.ts'
import type { Finally } from '../../testkit/after-suite.ts'

export interface Ended {
  readonly code: number
  /** Standard output and error, as they came. */
  readonly said: string
}

export interface Aws {
  /** The variables that the SDKs and the CDK need to find it, and no others. */
  readonly variables: Readonly<Record<string, string>>
  readonly endpoint: string
  readonly account: string
  readonly region: string
  /** Each call is a service, an operation (both as boto3 spells them) and its parameters. Throws boto3's errors. */
  ask(...questions: readonly Question[]): Promise<ReturnType<typeof JSON.parse>[]>
}

export type Question = readonly [service: string, operation: string, parameters?: Readonly<Record<string, unknown>>]

/** moto's own account. */
const account = '123456789012'
const region = 'us-east-1'
const startMilliseconds = 60_000

/** Runs a command with exactly this environment, to its end or until the signal. */
export const runToEnd = async (
  command: string,
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<Ended> => {
  const child = spawn(command, [...words], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...defined({ signal }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const [code] = await once(child, 'close')
  return { code: Number(code), said }
}

const portOf = async (server: ChildProcessByStdio<Writable, null, Readable>): Promise<number> => {
  const said: string[] = []
  const late = setTimeout(() => server.kill(), startMilliseconds)
  try {
    for await (const line of createInterface({ input: server.stderr })) {
      said.push(line)
      const port = /Running on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
      if (port !== undefined) return Number(port)
    }
  } finally {
    clearTimeout(late)
  }
  throw new Error(`moto did not start: ${said.join('\n')}`)
}

/** `python` has the packages of requirements.txt. */
export const openAws = async (python: string, finallyDo: Finally): Promise<Aws> => {
  const server = spawn(python, [join(import.meta.dirname, 'moto-server.py')], {
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  finallyDo(async () => {
    server.stdin.end()
    await ended
  })
  const port = await portOf(server)
  let lastWords = ''
  server.stderr.on('data', (words: Buffer) => {
    lastWords = (lastWords + words.toString()).slice(-4_000)
  })

  // By name, because moto takes an address for a bucket's name.
  const endpoint = `http://localhost:${port}`
  const variables = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    // Buckets are found by names of this machine.
    NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, 'localhost-names.cjs'))}`,
  }
  return {
    variables,
    endpoint,
    account,
    region,
    ask: (...questions) =>
      new Promise((resolve, reject) => {
        const asking = execFile(
          python,
          [join(import.meta.dirname, 'ask-aws.py')],
          { env: { PATH: process.env.PATH, ...variables }, maxBuffer: 200_000_000 },
          (error, answers, words) =>
            error ? reject(new Error(`${words}\nmoto: ${lastWords}`)) : resolve(JSON.parse(answers)),
        )
        asking.stdin?.end(
          JSON.stringify(questions.map(([service, operation, given = {}]) => [service, operation, given])),
        )
      }),
  }
}

/** What the account calls a resource of a stack. Throws when it has none of this id. */
export const physicalId = async (aws: Aws, stack: string, logicalId: string): Promise<string> => {
  const [{ StackResourceSummaries: summaries }] = await aws.ask([
    'cloudformation',
    'list_stack_resources',
    { StackName: stack },
  ])
  const found = summaries.find(({ LogicalResourceId: id }: { LogicalResourceId: string }) => id === logicalId)
  if (found === undefined) throw new Error(`The stack ${stack} has no ${logicalId}.`)
  return found.PhysicalResourceId
}
