// The service as `npm start` runs it, over any upstream, and what is to hold of it when all is over.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { sum } from '../../testkit/report/statistics.ts'
import { canariesIn, faultsIn } from './canaries.ts'
import { grownAtMost, rssOf } from './place.ts'

const facts = z.object({ baseUrl: z.url(), serviceKey: z.string(), pid: z.number() })
const main = join(import.meta.dirname, '..', '..', 'local', 'main.ts')

export interface RunningService extends z.infer<typeof facts> {
  /** What it has printed behind its first line. */
  printed(): string
  /** Resident bytes of it and its processes when it was ready. */
  readonly rss: number
  close(): Promise<void>
}

export const temporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'fuzz-wire-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Of a process and those that it has started. */
const rssOfTree = (pid: number): number => sum([pid, ...childrenOf(pid)].map(rssOf))

export const startService = async (data: string, upstream: string): Promise<RunningService> => {
  const words = ['--data', data, '--port', '0', '--no-dashboard', '--ready-json', '--upstream-anthropic', upstream]
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed += String(chunk)
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const known = facts.parse(JSON.parse(String(line)))
  return {
    ...known,
    printed: () => printed,
    rss: rssOfTree(known.pid),
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** What is wrong when all is over. */
export const afterwards = async (service: RunningService, data: string): Promise<readonly string[]> => {
  const written = service.printed() + readFileSync(join(data, 'service.log'), 'utf8')
  const healthy = await fetch(`${service.baseUrl}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  )
  const grown = healthy ? rssOfTree(service.pid) - service.rss : 0
  return [
    ...(healthy ? [] : ['the service is not healthy any more']),
    ...canariesIn(written, [service.serviceKey]),
    ...faultsIn(written),
    ...(grown > grownAtMost ? [`the service holds ${grown} bytes more`] : []),
  ]
}
