// The environment of a route's function. A variable of lambdas/settings/env.ts that this file does not set is a compile error. No
// stack trusts a private origin.

import { deploymentSecretName } from '../../core/access/keys/deployment-secrets.ts'
import { publicCompressors } from '../../core/compressor/contract.ts'
import { serviceName } from '../../core/metrics/names.ts'
import type { Route } from '../../lambdas/routes.ts'
import type { EnvironmentInput } from '../../lambdas/settings/env.ts'
import { byVariable } from '../../lambdas/settings/upstream-settings.ts'
import { workerFile } from '../bundles/bundling.ts'
import type { Stage } from '../stage/config.ts'
import { namedDashboardUrl } from '../stage/dashboard-fields.ts'
import { endpointName, hasEndpoint, tablePrefixOf } from '../stage/names.ts'
import { acceptedSecrets } from './origin-secrets.ts'
import { telemetryEnvironment } from './telemetry-environment.ts'

type Variable = Exclude<
  keyof EnvironmentInput,
  `TRUSTED_${string}` | `OTEL_${string}` | 'COMPRESSOR_MODULE' | 'DEPLOYMENT_SECRETS' | 'LINES_INTERVAL_MS'
>

/** Both compressors are engines of one container, so every public name leads to the same endpoint. */
const endpoints = (route: Pick<Route, 'uses'>, stage: Stage): Record<string, string> =>
  route.uses.compressor && hasEndpoint(stage)
    ? Object.fromEntries(publicCompressors.map((name) => [name, endpointName(stage)]))
    : {}

export const routeEnvironment = (route: Pick<Route, 'uses'>, stage: Stage) =>
  ({
    TABLE_PREFIX: tablePrefixOf(stage),
    SERVICE_NAME: serviceName(stage.prefix),
    COMPRESSOR_ENDPOINTS: JSON.stringify(endpoints(route, stage)),
    ...(route.uses.compressor && !hasEndpoint(stage) ? { COMPRESSOR_MODULE: `./${workerFile}` } : {}),
    ...telemetryEnvironment(stage),
    ...byVariable(({ field }) => stage[field]),
    ORIGINS_CACHING_AS_PROVIDER: stage.originsCachingAsProvider.join(','),
    DEPLOYMENT_SECRET_NAME: deploymentSecretName(stage.prefix),
    ORIGIN_SECRETS: acceptedSecrets(stage),
    // A name that CloudFront gives comes later: the dashboard's own stack leads back to these functions.
    DASHBOARD_URL: namedDashboardUrl(stage),
    LOOKUP_CACHE_SECONDS: String(stage.functions.lookupCacheSeconds),
    ARRIVAL_DEADLINE_MS: String(stage.functions.arrivalDeadlineMilliseconds),
    CHAIN_READ_DEADLINE_MS: String(stage.functions.chainReadDeadlineMilliseconds),
  }) satisfies Record<Variable, string>
