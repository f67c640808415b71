// The environment of a container: that of the functions, of all routes at once, and its own.

import type { Route } from '../../lambdas/routes.ts'
import { routeEnvironment } from '../routes/route-environment.ts'
import type { Stage } from '../stage/config.ts'

/** What one process needs to serve every route. */
export const servesAll: Pick<Route, 'uses'> = { uses: { compressor: true, chains: true } }

/** Of what a secret is in, the container gets the secret itself. */
export const containerEnvironment = (stage: Stage, port: number): Record<string, string> => {
  const { OTEL_EXPORTER_OTLP_HEADERS: _, ...variables } = routeEnvironment(servesAll, stage)
  return {
    ...variables,
    // Behind a front door the load balancer takes calls from CloudFront's addresses alone, and so needs no secret.
    ORIGIN_SECRETS: '',
    PORT: String(port),
    EXCHANGE_SECONDS: String(stage.functions.timeoutSeconds),
  }
}
