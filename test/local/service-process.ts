// Starts a service as a process of its own, as its owner does, and shows what is left of it afterwards.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import type { Finally } from '../../testkit/after-suite.ts'

const facts = z.strictObject({
  baseUrl: z.url(),
  serviceKey: z.string().regex(/^ak_[0-9A-Za-z]{49}$/),
  account: z.string(),
  dynamodbEndpoint: z.url(),
  compressorEndpoint: z.url(),
  pid: z.number().int(),
  dashboardUrl: z.url().exactOptional(),
  signInUrl: z.url().exactOptional(),
  people: z.array(z.strictObject({ name: z.string(), role: z.string(), signInUrl: z.url() })).exactOptional(),
})
export type Facts = z.infer<typeof facts>

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface ServiceProcess {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Its output so far. */
  readonly out: () => string
  readonly err: () => string
}

export const temporaryFolder = (finallyDo: Finally = onTestFinished): string => {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  finallyDo(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return folder
}

interface Starting {
  /** @default the start with a small compressor */
  readonly script?: string
  readonly finallyDo?: Finally
}

/** Starts it. It ends with the test at the latest. */
export const startProcess = (words: readonly string[], starting: Starting = {}): ServiceProcess => {
  const { script = join(import.meta.dirname, 'start-service.ts'), finallyDo = onTestFinished } = starting
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })))
  finallyDo(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { process: child, ended, out: () => out, err: () => err }
}

/** Starts it with `--ready-json` and waits for its line; with a dashboard where a port for it is named. */
export const startService = async (
  words: readonly string[],
  starting?: Starting,
): Promise<ServiceProcess & { readonly facts: Facts }> => {
  const withoutDashboard = words.includes('--dashboard-port') ? [] : ['--no-dashboard']
  const service = startProcess(['--ready-json', ...withoutDashboard, ...words], starting)
  const line = new Promise<string>((resolve) => {
    let text = ''
    service.process.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(text)
    })
  })
  const first = await Promise.race([line, service.ended.then(({ err }) => Promise.reject(new Error(err)))])
  return { ...service, facts: facts.parse(JSON.parse(first)) }
}

/** Processes that this one has started, as the kernel lists them. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )

export const isAlive = (pid: number): boolean => {
  try {
    // A zombie has ended and only waits to be collected.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export const until = async (condition: () => boolean | Promise<boolean>, milliseconds = 5_000): Promise<void> => {
  const end = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('it never happened')
    await wait(20)
  }
}

/** `POST /v1/compress` of one message. */
export const compress = ({ baseUrl, serviceKey }: Facts, content = 'abcdefgh'): Promise<Response> =>
  fetch(`${baseUrl}/v1/compress`, {
    method: 'POST',
    headers: { 'x-service-auth-token': serviceKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'helene-1', messages: [{ role: 'user', content }] }),
  })
