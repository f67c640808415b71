// Reads and judges the options of `npm start`. Opens nothing.

import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { orUsageFault, refuseTwice, UsageFault } from '../bin/usage-fault.ts'
import { defined } from '../core/collections/defined.ts'
import { withNegatives } from '../core/text/negative-values.ts'
import { judgeUpstreamUrl } from '../core/upstream/override-url.ts'
import type { Provider } from '../core/upstream/provider.ts'
import { origin } from '../lambdas/settings/origin.ts'
import { type UpstreamSetting, upstreamFault, upstreamSettings } from '../lambdas/settings/upstream-settings.ts'
import type { DefaultUpstreams } from './functions/functions-environment.ts'
import { portOf, requireReachable } from './process/port-option.ts'

const upstreamUsage = upstreamSettings
  .map(({ option, provider: { id, versionInBase, defaultUpstream } }) => {
    const base = versionInBase === '' ? '' : ` with its ${versionInBase}`
    return `  --${option} URL
                     default upstream of ${id}${base}, instead of
                     ${defaultUpstream}`
  })
  .join('\n')

export const usage = `npm start -- [options]      the whole service on this machine

  --port N           port of the base URL (default 8787; 0: any free port)
  --host ADDRESS     address that the base URL listens on (default 127.0.0.1,
                     this machine alone; 0.0.0.0: everyone, unencrypted)
  --dashboard-port N port of the dashboard (default: the one after --port)
  --dashboard-host ADDRESS
                     the same for the dashboard; it answers as localhost alone
  --no-dashboard     start no dashboard
  --data DIR         folder of tables, key and log (default: .local-service)
  --memory           keep nothing: everything is gone when the service stops
  --show             print for each request what would go of each text once its
                     cache is cold, and why; is kept nowhere
${upstreamUsage}
                     (each may be plain http, and on this machine)
  --caching-as-provider ORIGIN
                     an origin outside the provider's domain whose prompts are
                     cached as the provider caches them (may be repeated)
  --quiet            print no line for each request
  --ready-json       print one line of JSON when everything is ready, no more
  --help             print this text`

export interface StartOptions extends DefaultUpstreams {
  readonly port: number
  /** Absent: loopback. */
  readonly host?: string
  /** Absent: no dashboard. */
  readonly dashboardPort?: number
  readonly dashboardHost?: string
  /** Absolute path; absent: in memory. */
  readonly data: string | undefined
  readonly readyJson: boolean
  /** Print what would go of each request. */
  readonly showing: boolean
  /** No line for each request. */
  readonly quiet: boolean
}

const defaultPort = '8787'
/** Where a service keeps its data by default. */
export const defaultData = join(import.meta.dirname, '..', '.local-service')

const upstreamOptions = Object.fromEntries(
  upstreamSettings.map(({ option }) => [option, { type: 'string' }]),
) as Record<UpstreamSetting['option'], { readonly type: 'string' }>

const options = {
  port: { type: 'string', default: defaultPort },
  host: { type: 'string' },
  'dashboard-host': { type: 'string' },
  'dashboard-port': { type: 'string' },
  'no-dashboard': { type: 'boolean', default: false },
  data: { type: 'string' },
  memory: { type: 'boolean', default: false },
  ...upstreamOptions,
  'caching-as-provider': { type: 'string', multiple: true },
  quiet: { type: 'boolean', default: false },
  'ready-json': { type: 'boolean', default: false },
  show: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** The names of all. */
export const startOptions: readonly string[] = Object.keys(options)

const given = (words: readonly string[]) => {
  const { values, tokens } = orUsageFault(() => parseArgs({ args: withNegatives(words), options, tokens: true }))
  refuseTwice(tokens, ['caching-as-provider'])
  return values
}

/** Of each two the one would have no effect. */
const excludingEachOther = [
  ['memory', 'data'],
  ['no-dashboard', 'dashboard-port'],
  ['no-dashboard', 'dashboard-host'],
  ['ready-json', 'show'],
] as const

const refuseConflicts = (values: ReturnType<typeof given>): void => {
  const isGiven = (name: keyof typeof values): boolean => values[name] !== undefined && values[name] !== false
  const pair = excludingEachOther.find((names) => names.every(isGiven))
  if (pair !== undefined) throw new UsageFault(`--${pair[0]} and --${pair[1]} exclude each other.`)
}

const hostOf = (text: string | undefined, option: string): string | undefined => {
  if (text !== undefined && isIP(text) === 0)
    throw new UsageFault(`${option} must be an address of this machine, such as 127.0.0.1 or 0.0.0.0.`)
  return text
}

const dashboardPortOf = (values: ReturnType<typeof given>, port: number): number | undefined => {
  const { 'dashboard-port': text, 'no-dashboard': isLeftOut } = values
  if (isLeftOut) return undefined
  if (text !== undefined) return portOf(text, '--dashboard-port')
  return port === 0 ? 0 : port === 65_535 ? port - 1 : port + 1
}

const upstreamOf = (name: string, text: string | undefined, provider: Provider): string | undefined => {
  if (text === undefined) return undefined
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:') throw new UsageFault(`${name} must be an http or https URL.`)
  // Its origin is trusted, whatever it is. The rest of the URL is judged as usual.
  const destination = judgeUpstreamUrl(text, [new URL(text).origin])
  const fault = typeof destination === 'string' ? destination : upstreamFault(text, provider)
  if (fault !== undefined) throw new UsageFault(`${name} ${fault}.`)
  return text
}

const cachingAsProviderOf = (origins: readonly string[] = []): Pick<StartOptions, 'originsCachingAsProvider'> => {
  const wrong = origins.find((text) => !origin.safeParse(text).success)
  if (wrong !== undefined)
    throw new UsageFault('--caching-as-provider must be an origin such as https://gateway.example.com.')
  return origins.length === 0 ? {} : { originsCachingAsProvider: origins }
}

/** `undefined` if help was asked for. Throws `UsageFault`. */
export const readStartOptions = (words: readonly string[]): StartOptions | undefined => {
  const values = given(words)
  if (values.help) return undefined
  refuseConflicts(values)
  if (values.data?.trim() === '') throw new UsageFault('--data must name a folder.')
  const upstreams = upstreamSettings.flatMap(({ option, field, provider }) => {
    const url = upstreamOf(`--${option}`, values[option], provider)
    return url === undefined ? [] : [[field, url]]
  })
  const port = portOf(values.port)
  const dashboardPort = dashboardPortOf(values, port)
  // Two addresses of a machine may have the same port.
  const isOneHost = values.host === values['dashboard-host']
  if (port !== 0 && port === dashboardPort && isOneHost)
    throw new UsageFault('--port and --dashboard-port must differ.')
  requireReachable(port, '--port')
  if (dashboardPort !== undefined)
    requireReachable(dashboardPort, "The dashboard's port, --dashboard-port or one above --port,")
  return {
    port,
    ...defined({
      host: hostOf(values.host, '--host'),
      dashboardPort,
      dashboardHost: hostOf(values['dashboard-host'], '--dashboard-host'),
    }),
    data: values.memory ? undefined : resolve(values.data ?? defaultData),
    ...Object.fromEntries(upstreams),
    ...cachingAsProviderOf(values['caching-as-provider']),
    readyJson: values['ready-json'],
    showing: values.show,
    quiet: values.quiet,
  }
}
