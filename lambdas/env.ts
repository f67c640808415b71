// The environment of a function, parsed once at cold start. The stack and the local service set it; nothing else reads it.

import * as z from 'zod'
import type { Provider } from '../core/upstream/provider.ts'
import { origin } from './origin.ts'
import { byVariable } from './upstream-settings.ts'

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )

const origins = list.pipe(z.array(origin))

const jsonObject = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})

/** Checks the version segment of a base, which is easily put in the wrong place. */
const upstream = ({ defaultUpstream, versionInBase }: Provider) =>
  (versionInBase === ''
    ? z.url().refine((url) => !/\/v1\/?$/.test(url), 'must not end in /v1: requests bring it along')
    : z
        .url()
        .refine((url) => !/^https?:\/\/[^/]+\/?$/.test(url), `must be a base with its path, such as …${versionInBase}`)
  ).default(defaultUpstream)

export const environment = z.object({
  /** Begins the name of every table. */
  TABLE_PREFIX: z.string().min(1).default('context-compaction-'),
  /** What logs, metrics and traces call the deployment; absent: after its tables. Restored tables have other names. */
  SERVICE_NAME: z.string().min(1).optional(),
  /** JSON object: public name of a compressor -> name of its SageMaker endpoint. A missing name is not deployed. */
  COMPRESSOR_ENDPOINTS: jsonObject.pipe(z.record(z.string(), z.string().min(1))).prefault('{}'),
  /** The module of the engines beside this one, in a deployment whose compressor is a thread of the process. */
  COMPRESSOR_MODULE: z.string().min(1).optional(),
  /** The default upstream of each provider. */
  ...byVariable(({ provider }) => upstream(provider)),
  /** Origins that default upstreams may have although they are plain http or private. No stack sets it. */
  TRUSTED_UPSTREAM_ORIGINS: origins,
  /** The same for `X-Service-Upstream-Url`. No stack and no start option sets it. */
  TRUSTED_OVERRIDE_ORIGINS: origins,
  /**
   * The secrets that prove a request came through the front door: the current one and the previous one; none without a
   * front door.
   */
  ORIGIN_SECRETS: list,
  /** Where people get keys and sign in, said to callers without a key; absent or empty: nothing is said. */
  DASHBOARD_URL: z.union([z.url(), z.literal('').transform(() => undefined)]).optional(),
  /** Base of an OpenTelemetry collector that is told metrics and traces; absent: none is. OpenTelemetry's own names. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Headers that it wants, as `name=value`, separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  /** The share of exchanges that it is told traces of. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Milliseconds between two tellings at least; 0: behind every answer, because a function is frozen then. */
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(0).default(0),
  /** How long a known service key and its account are served from memory. */
  LOOKUP_CACHE_SECONDS: z.coerce.number().int().min(0).max(300).default(60),
  /** How long `arrival` waits for the compressor on the request path. */
  ARRIVAL_DEADLINE_MS: z.coerce.number().int().min(10).max(10_000).default(1_500),
  /** How long a request waits for the record of its conversation. */
  CHAIN_READ_DEADLINE_MS: z.coerce.number().int().min(10).max(5_000).default(50),
})

export type Environment = z.infer<typeof environment>
/** The variables that a stack or the local service sets: the same names, all strings. */
export type EnvironmentInput = z.input<typeof environment>

/** Throws an error that names every bad variable. */
export const parseEnvironment = (variables: Readonly<Record<string, string | undefined>>): Environment => {
  const parsed = environment.safeParse(variables)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not valid.\n${faults.join('\n')}`)
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

const canaryVariables = z.object({ BASE_URL: z.url(), KEY_SECRET: z.string().min(1) })

/** What the canary is told. Throws when the stack has not set it. */
export const canaryEnvironment = (): z.infer<typeof canaryVariables> => canaryVariables.parse(process.env)

const dashboardVariables = z.object({
  TABLE_PREFIX: z.string().min(1),
  /** The name of the parameter that says where the dashboard is and who signs people in. */
  SETTINGS_PARAMETER: z.string().min(1),
  /** As for the routes. */
  ORIGIN_SECRETS: list,
})

/** What the dashboard is told. Throws when the stack has not set it. */
export const dashboardEnvironment = (): z.infer<typeof dashboardVariables> => dashboardVariables.parse(process.env)
