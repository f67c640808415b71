// The environment of a function, parsed once at cold start. The stack and the local service set it; nothing else reads it.

import { en } from 'zod/locales'
import * as z from 'zod/mini'
import { defaultTablePrefix, tablePrefixFault, tablePrefixShape } from '../../adapters/dynamo/tables/tables.ts'
import { fewestCharacters, secretsIn } from '../../core/access/keys/deployment-secrets.ts'
import { publicCompressors } from '../../core/compressor/contract.ts'
import { judgeUpstreamUrl } from '../../core/upstream/override-url.ts'
import type { Provider } from '../../core/upstream/provider.ts'
import { given } from './given-setting.ts'
import { type Bounds, fraction, whole } from './number-setting.ts'
import { origin } from './origin.ts'
import { SettingFault } from './setting-fault.ts'
import { byVariable, upstreamFault, upstreamSettings } from './upstream-settings.ts'

// The small half of zod has no words of its own for what is wrong.
z.config(en())

const entriesOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const origins = z.pipe(z.pipe(z._default(z.string(), ''), z.transform(entriesOf)), z.array(origin))

/** Commas alone would open what secrets close. */
const secrets = (read: (text: string) => readonly string[], fault: string) =>
  z.pipe(
    given,
    z.transform((text = '', context) => {
      const refused = (message: string) => {
        context.issues.push({ code: 'custom', message, input: '' })
        return z.NEVER
      }
      try {
        const found = read(text)
        return text !== '' && found.length === 0 ? refused('must name a secret between its commas') : found
      } catch {
        return refused(fault)
      }
    }),
  )

const originSecrets = secrets(entriesOf, '')

const jsonObject = z.pipe(
  given,
  z.transform((text = '{}', context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.issues.push({ code: 'custom', message: 'must be JSON', input: text })
      return z.NEVER
    }
  }),
)

/** `localhost:4318` is a URL too, of a scheme that nobody has. */
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })

const upstream = (provider: Provider) =>
  z.pipe(
    given,
    z._default(
      httpUrl.check((context) => {
        const message = upstreamFault(context.value, provider)
        if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
      }),
      provider.defaultUpstream,
    ),
  )

/** Those that a stage's file sets too. */
export const numbers = {
  /** How long a known service key and its account are served from memory. */
  LOOKUP_CACHE_SECONDS: { least: 0, most: 300, usual: 60 },
  /** How long `arrival` waits for the compressor on the request path. */
  ARRIVAL_DEADLINE_MS: { least: 10, most: 10_000, usual: 1_500 },
  /** How long a request waits for the record of its conversation. */
  CHAIN_READ_DEADLINE_MS: { least: 10, most: 5_000, usual: 50 },
} as const satisfies Readonly<Record<string, Bounds>>

const ofTexts = 'must be a JSON object of texts, such as {"adeline-1":"my-endpoint"}'

const endpoints = z
  .record(z.string(), z.string(ofTexts).check(z.minLength(1, ofTexts)), ofTexts)
  .check(
    z.refine(
      (named) => Object.keys(named).every((name) => publicCompressors.some((known) => known === name)),
      `names a compressor that there is not: known are ${publicCompressors.join(', ')}`,
    ),
  )

export const environment = z.object({
  /** Begins the name of every table. */
  TABLE_PREFIX: z.pipe(
    given,
    z._default(z.string().check(z.regex(tablePrefixShape, tablePrefixFault)), defaultTablePrefix),
  ),
  /** What logs, metrics and traces call the deployment; absent: after its tables. Restored tables have other names. */
  SERVICE_NAME: z.pipe(given, z.optional(z.string())),
  /** JSON object: public name of a compressor -> name of its SageMaker endpoint. A missing name is not deployed. */
  COMPRESSOR_ENDPOINTS: z.pipe(jsonObject, endpoints),
  /** The module of the engines beside this one, in a deployment whose compressor is a thread of the process. */
  COMPRESSOR_MODULE: z.pipe(
    given,
    z.optional(
      z
        .string()
        .check(z.refine((path) => URL.canParse(path, import.meta.url), 'must be a path, such as ./compressor.mjs')),
    ),
  ),
  /** The default upstream of each provider. */
  ...byVariable(({ provider }) => upstream(provider)),
  /** Origins that default upstreams may have although they are plain http or private. No stack sets it. */
  TRUSTED_UPSTREAM_ORIGINS: origins,
  /** The same for `X-Service-Upstream-Url`. No stack and no start option sets it. */
  TRUSTED_OVERRIDE_ORIGINS: origins,
  /** Origins behind which prompts are cached as the provider itself caches them. */
  ORIGINS_CACHING_AS_PROVIDER: origins,
  /**
   * The secrets that prove a request came through the front door: the current one and the previous one; none without a
   * front door.
   */
  ORIGIN_SECRETS: originSecrets,
  /** What digests in the tables are keyed by, the newest first. No stack sets it. */
  DEPLOYMENT_SECRETS: secrets(secretsIn, `must be secrets of at least ${fewestCharacters} characters each`),
  /** The secret of Secrets Manager that holds them; absent: there is none. */
  DEPLOYMENT_SECRET_NAME: z.pipe(given, z.optional(z.string())),
  /** Where people get keys and sign in, said to callers without a key; absent: nothing is said. */
  DASHBOARD_URL: z.pipe(given, z.optional(httpUrl)),
  /** Base of an OpenTelemetry collector that is told metrics and traces; absent: none is. OpenTelemetry's own names. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.pipe(given, z.optional(httpUrl)),
  /** Headers that it wants, as `name=value`, separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: z._default(z.string(), ''),
  /** The share of exchanges that it is told traces of. */
  OTEL_TRACES_SAMPLER_ARG: fraction({ least: 0, most: 1, usual: 1 }),
  /** Milliseconds between two tellings at least; 0: behind every answer, because a function is frozen then. */
  OTEL_METRIC_EXPORT_INTERVAL: whole({ least: 0, most: Number.MAX_SAFE_INTEGER, usual: 0 }),
  /** Milliseconds in which lines of exchanges and metrics are gathered; 0: they leave behind every answer, because a function is frozen then. */
  LINES_INTERVAL_MS: whole({ least: 0, most: 10_000, usual: 0 }),
  LOOKUP_CACHE_SECONDS: whole(numbers.LOOKUP_CACHE_SECONDS),
  ARRIVAL_DEADLINE_MS: whole(numbers.ARRIVAL_DEADLINE_MS),
  CHAIN_READ_DEADLINE_MS: whole(numbers.CHAIN_READ_DEADLINE_MS),
})

export type Environment = z.infer<typeof environment>
/** The variables that a stack or the local service sets: the same names, all strings. */
export type EnvironmentInput = z.input<typeof environment>

/** What is wrong with variables that are well-formed each by itself. */
const faultsBetween = (read: Environment): string[] => {
  const ofUpstreams = upstreamSettings.flatMap(({ variable }) => {
    const judged = judgeUpstreamUrl(read[variable], read.TRUSTED_UPSTREAM_ORIGINS)
    return typeof judged === 'string' ? [`${variable}: ${judged}`] : []
  })
  const asksTwo = read.COMPRESSOR_MODULE !== undefined && Object.keys(read.COMPRESSOR_ENDPOINTS).length > 0
  return asksTwo ? [...ofUpstreams, 'COMPRESSOR_ENDPOINTS: must be absent where COMPRESSOR_MODULE is set'] : ofUpstreams
}

/** Throws a `SettingFault` that names every bad variable, and no value. */
export const parseEnvironment = (variables: Readonly<Record<string, string | undefined>>): Environment => {
  const parsed = environment.safeParse(variables)
  const faults = parsed.success
    ? faultsBetween(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (parsed.success && faults.length === 0) return parsed.data
  throw new SettingFault(faults)
}

let read: Environment | undefined

/** The environment of this process. Throws as `parseEnvironment` does. */
export const readEnvironment = (): Environment => {
  read ??= parseEnvironment(process.env)
  return read
}

/** Where Lambda accepts traces, as `host:port`; absent outside Lambda. */
export const tracingDaemon = (): string | undefined => process.env.AWS_XRAY_DAEMON_ADDRESS

/** Lambda sets it again for every invocation. The platform decides whether it says `Sampled=1`. */
export const traceHeader = (): string | undefined => process.env._X_AMZN_TRACE_ID

const canaryVariables = z.object({ BASE_URL: z.url(), KEY_SECRET: z.string().check(z.minLength(1)) })

/** What the canary is told. Throws when the stack has not set it. */
export const canaryEnvironment = (): z.infer<typeof canaryVariables> => canaryVariables.parse(process.env)

const dashboardVariables = z.object({
  TABLE_PREFIX: z.string().check(z.minLength(1)),
  /** The name of the parameter that says where the dashboard is and who signs people in. */
  SETTINGS_PARAMETER: z.string().check(z.minLength(1)),
  /** As for the routes. */
  ORIGIN_SECRETS: originSecrets,
  DEPLOYMENT_SECRET_NAME: z.optional(z.string().check(z.minLength(1))),
})

/** What the dashboard is told. Throws when the stack has not set it. */
export const dashboardEnvironment = (): z.infer<typeof dashboardVariables> => dashboardVariables.parse(process.env)
