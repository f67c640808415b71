// The program of the container's image, run without Docker: the context's files alone in a folder, in a process of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { containerBundle } from '../../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../../lib/bundles/write-bundle.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import type { Finally } from '../../testkit/after-suite.ts'
import { openProvider } from '../../testkit/provider/server.ts'
import { openTablesWithKey } from '../../testkit/tables-with-key.ts'

const announced = z.object({ port: z.number(), metricsPort: z.number() })

export interface RunningContainer {
  readonly process: ChildProcess
  readonly baseUrl: string
  readonly metricsUrl: string
  readonly serviceKey: string
  /** What it has printed. */
  readonly lines: readonly string[]
  readonly ended: Promise<number | null>
  receipts(): Promise<readonly Receipt[]>
  get(path: string): Promise<Response>
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response>
}

/** Starts the process with everything that it needs. */
export const startContainer = async (
  finallyDo: Finally,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningContainer> => {
  const folder = mkdtempSync(join(tmpdir(), 'container-'))
  finallyDo(() => rmSync(folder, { recursive: true, force: true }))
  writeBundle(containerBundle, folder)
  const { endpoint, serviceKey, receipts } = await openTablesWithKey(finallyDo)
  const provider = await openProvider()
  finallyDo(provider.close)
  const upstreams = { upstreamAnthropic: provider.origin, upstreamOpenai: `${provider.origin}/v1` }

  const child = spawn(process.execPath, [containerBundle.file], {
    cwd: folder,
    env: {
      ...functionsEnvironment(upstreams, endpoint, ''),
      ...{ COMPRESSOR_ENDPOINTS: '{}', COMPRESSOR_MODULE: './compressor.mjs', HOST: '127.0.0.1' },
      ...{ PORT: '0', METRICS_PORT: '0', LEAVE_SECONDS: '0.3', DRAIN_SECONDS: '20', ...variables },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  finallyDo(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines: string[] = []
  const first = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    first.resolve(line)
  })
  const { port, metricsPort } = announced.parse(JSON.parse(await first.promise))
  const baseUrl = `http://127.0.0.1:${port}`
  const headers = { 'x-service-auth-token': serviceKey, 'x-api-key': 'sk-up', 'content-type': 'application/json' }
  return {
    process: child,
    baseUrl,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    serviceKey,
    lines,
    ended,
    receipts,
    get: (path) => fetch(baseUrl + path, { headers }),
    post: (path, body, more = {}) =>
      fetch(baseUrl + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }),
  }
}
