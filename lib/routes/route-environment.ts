// The environment of a route's function. A variable of lambdas/env.ts that this file does not set is a compile error. No
// stack trusts a private origin.

import { deploymentSecretName } from '../../core/access/deployment-secrets.ts'
import { publicCompressors } from '../../core/compressor/contract.ts'
import { serviceName } from '../../core/metrics/names.ts'
import type { EnvironmentInput } from '../../lambdas/env.ts'
import type { Route } from '../../lambdas/routes.ts'
import { byVariable } from '../../lambdas/upstream-settings.ts'
import type { Stage } from '../stage/config.ts'
import { endpointName, tablePrefixOf } from '../stage/names.ts'
import { acceptedSecrets } from './origin-secrets.ts'

type Variable = Exclude<keyof EnvironmentInput, `TRUSTED_${string}` | 'DEPLOYMENT_SECRETS'>

/** Both compressors are engines of one container, so every public name leads to the same endpoint. */
const endpoints = (route: Route, stage: Stage): Record<string, string> =>
  route.uses.compressor ? Object.fromEntries(publicCompressors.map((name) => [name, endpointName(stage)])) : {}

export const routeEnvironment = (route: Route, stage: Stage) =>
  ({
    TABLE_PREFIX: tablePrefixOf(stage),
    SERVICE_NAME: serviceName(stage.prefix),
    COMPRESSOR_ENDPOINTS: JSON.stringify(endpoints(route, stage)),
    ...byVariable(({ field }) => stage[field]),
    DEPLOYMENT_SECRET_NAME: deploymentSecretName(stage.prefix),
    ORIGIN_SECRETS: acceptedSecrets(stage),
    LOOKUP_CACHE_SECONDS: String(stage.functions.lookupCacheSeconds),
    ARRIVAL_DEADLINE_MS: String(stage.functions.arrivalDeadlineMilliseconds),
    CHAIN_READ_DEADLINE_MS: String(stage.functions.chainReadDeadlineMilliseconds),
  }) satisfies Record<Variable, string>
