// Opens the whole service on this machine: compressor, functions with the tables, dashboard, in this order, and closes them in
// reverse. Serves no request itself.

import { join } from 'node:path'
import * as z from 'zod'
import { noteIn } from '../adapters/files/running-note.ts'
import { mintServiceKey } from '../core/access/keys/api-key.ts'
import { defined } from '../core/collections/defined.ts'
import { serviceKeyHeader } from '../core/http/service-headers.ts'
import { keepCompressor } from './compressor.ts'
import { type DashboardOptions, dashboardUrlAt, openDashboard, type SignInLink } from './dashboard/dashboard.ts'
import { localAccount } from './data/first-account.ts'
import { alreadyRunning, runningProcess } from './data/running-file.ts'
import { openServiceFolder } from './data/service-folder.ts'
import { type DefaultUpstreams, functionsEnvironment } from './functions/functions-environment.ts'
import type { Log } from './process/bounded-log.ts'
import { type Child, startChild } from './process/child.ts'
import { freePort, requireFreePort } from './process/free-port.ts'
import type { ShowingFront } from './show/front.ts'

export interface LocalServiceOptions extends DefaultUpstreams, DashboardOptions {
  /** Port of the base URL; 0 means any free port. */
  readonly port: number
  /** The address that the base URL listens on. @default 127.0.0.1 */
  readonly host?: string
  /** Gets every line that the functions log. @default nobody */
  readonly logged?: (line: string) => void
  /** Gets a line for each event that the owner should know. */
  readonly report: (line: string) => void
  /** Gets lines that say of each request what would go of it. @default nobody asks */
  readonly show?: (line: string) => void
  /** @default the project's own */
  readonly compressorScript?: string
  /** Gets what the processes print. @default `service.log` in the folder, or standard error without one */
  readonly log?: Log
}

/** The content of the line of `--ready-json`. */
export interface LocalServiceFacts {
  readonly baseUrl: string
  readonly serviceKey: string
  readonly account: string
  readonly dynamodbEndpoint: string
  readonly compressorEndpoint: string
  readonly pid: number
  readonly dashboardUrl?: string
  /** Signs in as the owner. Anyone who has the link can use it. */
  readonly signInUrl?: string
  /** Everybody who can sign in, and the link of each. */
  readonly people?: readonly SignInLink[]
}

export interface LocalService {
  readonly facts: LocalServiceFacts
  /** Resolves with the reason when the service cannot go on. */
  readonly failed: Promise<string>
  /** Lets running exchanges end, then ends every part. */
  close(): Promise<void>
  /** Ends every part at once. */
  kill(): void
}

const root = join(import.meta.dirname, '..')

/** Asks with a key that nobody has: a 401 shows that front, handler and tables work together. */
const requireAnswer = async (baseUrl: string): Promise<void> => {
  const { secret } = mintServiceKey(crypto.getRandomValues(new Uint8Array(32)))
  const answer = await fetch(`${baseUrl}/provider-a`, { method: 'HEAD', headers: { [serviceKeyHeader]: secret } })
  if (answer.status !== 401) throw new Error(`The functions answer ${answer.status} where 401 was expected.`)
}

const loopback = '127.0.0.1'
/** Every address of this machine, and so no address that a client could ask. */
const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** The same log, with each of its whole lines told. */
const heardBy = (logged: (line: string) => void, log: Log): Log => ({
  write(bytes) {
    log.write(bytes)
    if (typeof bytes === 'string') logged(bytes)
  },
  close: log.close,
})

/** What the process with the tables says of them. */
const tableFacts = z.object({
  dynamodbEndpoint: z.url(),
  serviceKey: z.string(),
  deploymentSecrets: z.array(z.string()),
})

/** The service that runs with the same data has most likely the port too: it is named, and not the port. */
const requireOwnPort = async (port: number, host: string, data: string | undefined): Promise<void> => {
  try {
    await requireFreePort(port, '--port', host)
  } catch (error) {
    const holder = data === undefined ? undefined : runningProcess(noteIn(data))
    throw data === undefined || holder === undefined ? error : alreadyRunning(data, holder)
  }
}

interface Part {
  end(): Promise<void>
  kill(): void
}

/** The functions behind a front that shows what would go of each request, where that is asked for. */
const shownBy = async (
  functions: Child,
  { show, port, host }: Pick<LocalServiceOptions, 'show' | 'port' | 'host'>,
  up: (part: ShowingFront) => ShowingFront,
): Promise<Child> => {
  if (show === undefined) return functions
  // Imported only here: the engines and their tables take half the processor time of a start, and few starts show anything.
  const { openShowingFront } = await import('./show/front.ts')
  return {
    ...functions,
    port: up(await openShowingFront({ port, ...defined({ host }), target: functions.port, show })).port,
  }
}

/** Opens everything or nothing: if a part fails, the parts opened before it are closed again. */
export const openLocalService = async (options: LocalServiceOptions): Promise<LocalService> => {
  const { data, port, host = loopback, logged = () => {}, report } = options
  const parts: Part[] = []
  const up = <T extends Part>(part: T): T => {
    parts.unshift(part)
    return part
  }
  const close = async (): Promise<void> => {
    for (const part of parts) await part.end()
  }

  try {
    const folder = up(await openServiceFolder(data, options.log))
    await requireOwnPort(port, host, data)
    const script = options.compressorScript ?? join(root, 'compressor', 'server.ts')
    const compressor = up(await keepCompressor({ script, log: folder.log, report }))
    const dashboardPort = options.dashboardPort === 0 ? await freePort() : options.dashboardPort
    const dashboardUrl = dashboardPort === undefined ? undefined : dashboardUrlAt(dashboardPort)
    const started = up(
      await startChild({
        name: 'functions process',
        script: join(import.meta.dirname, 'functions/functions-with-tables.ts'),
        arguments: [
          ...(options.show === undefined ? [String(port), host] : ['0', loopback]),
          ...(data === undefined ? [] : [data]),
        ],
        environment: functionsEnvironment(options, undefined, compressor.endpoint, defined({ dashboardUrl })),
        log: heardBy(logged, folder.log),
        report,
      }),
    )
    const tables = tableFacts.parse(started.facts)
    const functions = await shownBy(started, { ...options, host }, up)
    const baseUrl = `http://${isWildcard(host) ? loopback : bracketed(host)}:${functions.port}`
    const opened = await openDashboard(
      { ...options, ...defined({ dashboardPort }) },
      { ...tables, log: folder.log },
      baseUrl,
    )
    const dashboard = opened === undefined ? undefined : up(opened)
    await requireAnswer(baseUrl)
    await folder.announce({
      pid: process.pid,
      dynamodbEndpoint: tables.dynamodbEndpoint,
      baseUrl,
      ...defined({ dashboardUrl: dashboard?.facts.dashboardUrl }),
    })
    return {
      facts: {
        baseUrl,
        serviceKey: tables.serviceKey,
        account: localAccount,
        dynamodbEndpoint: tables.dynamodbEndpoint,
        compressorEndpoint: compressor.endpoint,
        pid: process.pid,
        ...dashboard?.facts,
      },
      failed: functions.ended.then((how) => `${functions.lastWords()}The functions process ${how}.`),
      close,
      kill: () => {
        for (const part of parts) part.kill()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
