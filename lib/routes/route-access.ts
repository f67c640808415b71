// Exactly what the function of a route may do: these actions on these tables, one secret, and this endpoint. test/infra compares the
// table actions with what the adapters really send.

import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import type { TableId } from '../../adapters/dynamo/tables/tables.ts'
import type { Route } from '../../lambdas/routes.ts'
import type { Stage } from '../stage/config.ts'
import { endpointName, hasEndpoint, tableOf } from '../stage/names.ts'
import { mayReadDeploymentSecret } from '../storage/deployment-secret.ts'

/** Every route authenticates, authorises, limits and settles; only some use `chains`. */
export const tableActions: Readonly<Partial<Record<TableId, readonly string[]>>> = {
  keys: ['GetItem', 'UpdateItem'],
  entitlements: ['GetItem'],
  rateLimits: ['GetItem', 'UpdateItem'],
  ledger: ['PutItem'],
  chains: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
}

/** The statements of the role of a route's function. */
export const routeStatements = (scope: Construct, route: Pick<Route, 'uses'>, stage: Stage): PolicyStatement[] => {
  const stack = Stack.of(scope)
  const tableIds = Object.keys(tableActions)
    .filter((id): id is TableId => id in tableActions)
    .filter((id) => id !== 'chains' || route.uses.chains)
  const onTables = tableIds.map(
    (id) =>
      new PolicyStatement({
        actions: (tableActions[id] ?? []).map((action) => `dynamodb:${action}`),
        resources: [stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableOf(stage, id) })],
      }),
  )
  const needed = [...onTables, mayReadDeploymentSecret(scope, stage)]
  if (!route.uses.compressor || !hasEndpoint(stage)) return needed
  const onEndpoint = new PolicyStatement({
    actions: ['sagemaker:InvokeEndpoint'],
    resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: endpointName(stage) })],
  })
  return [...needed, onEndpoint]
}
