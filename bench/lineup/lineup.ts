// What is measured: the upstream, the ways to it, and how each of them is started.

import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { defined } from '../../core/collections/defined.ts'
import { keepCompressor } from '../../local/compressor.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import type { Scale } from '../command/scale.ts'
import { type MeasuredProcess, startMeasured } from '../processes/measured.ts'

/** A way to the upstream. */
export interface Way {
  readonly name: string
  readonly port: number
  /** Before the upstream's own path. */
  readonly prefix: string
  readonly headers: Readonly<Record<string, string>>
}

/** A way through a process of ours. */
export interface Target extends Way {
  /** The process to be asked; for the way without a proxy, the upstream's. */
  readonly process: MeasuredProcess
}

/** The service with its stores in memory. */
export interface MemoryService extends Target {
  /** The same service, asked by one account after another. */
  readonly callers: readonly Way[]
  /** For good: what is asked of it afterwards is refused. */
  endCompressor(): Promise<void>
}

/** The service with its records in DynamoDB, and the tables that count its writes. */
export interface WritingService extends Target {
  readonly tables: MeasuredProcess
}

/** What all rows share. */
export interface Bench {
  readonly scale: Scale
  /** 0 up to 1. */
  readonly random: () => number
  /** For everything that a row leaves behind; removed at the end. */
  readonly folder: string
  readonly profiles: string | undefined
}

/** The ways by which targets can be reached. */
export interface Lineup {
  readonly upstream: MeasuredProcess
  readonly direct: Target
  pipe(): Promise<Target>
  undici(): Promise<Target>
  /** The service, stores in memory. */
  memoryService(name?: string): Promise<MemoryService>
  /** The same, which writes receipts and records to a DynamoDB that takes no time. */
  writingService(): Promise<WritingService>
  /** The service as `npm start` brings it up. */
  wholeService(): Promise<Target>
  /** The container's program, with this environment, on the port that it names. */
  container(environment: Readonly<Record<string, string>>, serviceKey: string): Promise<Target>
  close(): Promise<void>
}

const facts = z.object({ port: z.number(), serviceKey: z.string().optional() })
const keysOfAccounts = z.object({ serviceKeys: z.array(z.string()) })
/** What a caller of a provider sends anyway; every way gets the same. */
export const callerHeaders = { 'x-api-key': 'sk-upstream-of-the-bench', 'anthropic-version': '2023-06-01' }
export const compressorScript = join(import.meta.dirname, '..', '..', 'compressor', 'server.ts')

const target = (name: string, process: MeasuredProcess, prefix = ''): Target => {
  const { port, serviceKey } = facts.parse(process.facts)
  const service = defined({ 'x-service-auth-token': serviceKey })
  return { name, port, prefix, headers: { ...callerHeaders, ...service }, process }
}

/** Starts the upstream. A row opens the ways that it needs; every call starts another process, and `close` ends them all. */
export const openLineup = async ({ folder, profiles }: Bench): Promise<Lineup> => {
  const ends: (() => Promise<unknown>)[] = []
  const started = async (
    name: string,
    script: string,
    environment: Record<string, string>,
  ): Promise<MeasuredProcess> => {
    const process = await startMeasured({ name, script, environment, folder, profiles })
    ends.unshift(process.end)
    return process
  }

  const upstream = await started('upstream', 'lineup/upstream.ts', {})
  const direct = target('direct', upstream)
  const origin = `http://127.0.0.1:${direct.port}`
  const UPSTREAM_PORT = String(direct.port)

  /** A compressor, and an environment of functions. */
  const surroundings = async (dynamodbEndpoint: string) => {
    const compressor = await keepCompressor({
      script: compressorScript,
      log: { write: () => {}, close: () => {} },
      report: (line) => process.stderr.write(`${line}\n`),
    })
    ends.unshift(compressor.end)
    const environment = {
      ...functionsEnvironment({ upstreamAnthropic: origin }, dynamodbEndpoint, compressor.endpoint),
      // As on Lambda; a service on one machine asks more often.
      LOOKUP_CACHE_SECONDS: '60',
    }
    return { environment, endCompressor: compressor.end }
  }

  return {
    upstream,
    direct,
    pipe: async () => target('node:http pipe', await started('pipe', 'proxies/pipe.ts', { UPSTREAM_PORT })),
    undici: async () => target('undici.request', await started('undici', 'proxies/undici.ts', { UPSTREAM_PORT })),
    async memoryService(name = 'service, stores in memory') {
      const { environment, endCompressor } = await surroundings('http://127.0.0.1:9')
      const service = await started(name, 'proxies/memory-service.ts', environment)
      const first = target(name, service, '/provider-a')
      const callers = keysOfAccounts
        .parse(service.facts)
        .serviceKeys.map((key) => ({ ...first, headers: { ...first.headers, 'x-service-auth-token': key } }))
      return { ...first, callers, endCompressor }
    },
    async writingService() {
      const tables = await started('tables', 'proxies/silent-tables.ts', {})
      const { environment } = await surroundings(`http://127.0.0.1:${facts.parse(tables.facts).port}`)
      const name = 'service, 2 writes to DynamoDB'
      const service = await started(name, 'proxies/memory-service.ts', { ...environment, WRITES: 'dynamodb' })
      return { ...target(name, service, '/provider-a'), tables }
    },
    async wholeService() {
      const DATA = mkdtempSync(join(folder, 'service-'))
      const service = await started('service, whole service', 'proxies/whole-service.ts', { DATA, UPSTREAM_PORT })
      return target('service, whole service', service, '/provider-a')
    },
    async container(environment, serviceKey) {
      const SERVICE_KEY = serviceKey
      const service = await started('container', 'proxies/container.ts', { ...environment, SERVICE_KEY })
      return target('container', service, '/provider-a')
    },
    async close() {
      for (const end of ends) await end()
    },
  }
}
