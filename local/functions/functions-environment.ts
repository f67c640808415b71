// The environment of the functions on this machine: what a stack would set, and the AWS SDK's own variables, which point to
// this machine. Nothing else is in it.

import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAwsVariables } from '../../adapters/embedded/local-aws.ts'
import { defined } from '../../core/collections/defined.ts'
import { publicCompressors } from '../../core/compressor/contract.ts'
import type { EnvironmentInput } from '../../lambdas/settings/env.ts'
import { type UpstreamField, upstreamSettings } from '../../lambdas/settings/upstream-settings.ts'

/**
 * The young generation of a process of many streams, as its image has it too (service/Dockerfile). V8's own choice keeps 100 MB
 * more once large bodies have passed, and takes no less processor time.
 */
export const youngGeneration = '--max-semi-space-size=16'

/** The default upstreams that differ from the provider's own, by field, and the origins that cache as the provider does. */
export type DefaultUpstreams = Readonly<Partial<Record<UpstreamField, string>>> & {
  readonly originsCachingAsProvider?: readonly string[]
}

const upstreamVariables = (upstreams: DefaultUpstreams): EnvironmentInput => {
  const given = upstreamSettings.flatMap(({ variable, field }) => {
    const url = upstreams[field]
    return url === undefined ? [] : [{ variable, url }]
  })
  return {
    ...Object.fromEntries(given.map(({ variable, url }) => [variable, url])),
    TRUSTED_UPSTREAM_ORIGINS: [...new Set(given.map(({ url }) => new URL(url).origin))].join(','),
    ORIGINS_CACHING_AS_PROVIDER: (upstreams.originsCachingAsProvider ?? []).join(','),
  }
}

/** What else is known of the service on this machine. */
interface KnownHere {
  readonly dashboardUrl?: string
  /** What the digests in the tables are keyed by. */
  readonly deploymentSecrets?: readonly string[]
}

const serviceVariables = (
  upstreams: DefaultUpstreams,
  { dashboardUrl, deploymentSecrets = [] }: KnownHere,
): EnvironmentInput => ({
  TABLE_PREFIX: defaultTablePrefix,
  DEPLOYMENT_SECRETS: deploymentSecrets.join(','),
  COMPRESSOR_ENDPOINTS: JSON.stringify(Object.fromEntries(publicCompressors.map((name) => [name, 'compressor']))),
  ...upstreamVariables(upstreams),
  // An operator who has just revoked a key or changed a limit looks at this machine, and reads cost nothing here.
  LOOKUP_CACHE_SECONDS: '1',
  // Many exchanges, one process that is never frozen.
  LINES_INTERVAL_MS: '100',
  // The table shares this machine with everything else that runs on it.
  CHAIN_READ_DEADLINE_MS: '1000',
  ...defined({ DASHBOARD_URL: dashboardUrl }),
})

/** The whole environment, as strings. `dynamodbEndpoint`: undefined for a process that holds its tables. */
export const functionsEnvironment = (
  upstreams: DefaultUpstreams,
  dynamodbEndpoint: string | undefined,
  compressorEndpoint: string,
  known: KnownHere = {},
): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(serviceVariables(upstreams, known)).map(([name, value]) => [name, String(value)]),
  ),
  NODE_OPTIONS: youngGeneration,
  ...localAwsVariables,
  AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME: compressorEndpoint,
  ...defined({ AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint }),
})
