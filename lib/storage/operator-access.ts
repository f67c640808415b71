// What the operator's commands need, as a managed policy for the role that runs them. test/infra compares it with what the
// commands really send. Restoring tables is for an administrator: who may restore may read everything.

import { Stack } from 'aws-cdk-lib'
import { ManagedPolicy, type PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { type TableId, type TableShape, tables } from '../../adapters/dynamo/tables/tables.ts'
import { allow } from '../roles/service-role.ts'
import type { Stage } from '../stage/config.ts'
import { dashboardParameter, tableOf } from '../stage/names.ts'
import { mayReadDeploymentSecret } from './deployment-secret.ts'

/** By table, and by the table's index. */
export const operatorActions: Readonly<
  Partial<Record<TableId, { readonly table: readonly string[]; readonly index?: readonly string[] }>>
> = {
  keys: { table: ['PutItem', 'Scan', 'UpdateItem'], index: ['Query'] },
  entitlements: { table: ['DeleteItem', 'GetItem', 'PutItem', 'Scan', 'UpdateItem'] },
  ledger: { table: ['PutItem', 'Query'], index: ['Query'] },
  savings: { table: ['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  people: { table: ['GetItem'] },
  members: { table: ['DeleteItem', 'GetItem', 'PutItem', 'Query'] },
  audit: { table: ['PutItem'] },
}

const statements = (scope: Construct, stage: Stage): PolicyStatement[] => {
  const stack = Stack.of(scope)
  const onTable = (actions: readonly string[], resourceName: string): PolicyStatement =>
    allow(
      actions.map((action) => `dynamodb:${action}`),
      stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName }),
    )
  const ids = Object.keys(operatorActions) as TableId[]
  return ids.flatMap((id) => {
    const { table = [], index } = operatorActions[id] ?? {}
    const shape: TableShape = tables[id]
    const name = tableOf(stage, id)
    return [
      onTable(table, name),
      ...(index === undefined ? [] : [onTable(index, `${name}/index/${shape.index?.name}`)]),
    ]
  })
}

/** Attach it to a role or a group: nobody has it by itself. */
export const operatorPolicy = (scope: Construct, stage: Stage): ManagedPolicy =>
  new ManagedPolicy(scope, 'Operator', {
    description: 'Context compaction: what the commands of the operator need.',
    statements: [
      ...statements(scope, stage),
      mayReadDeploymentSecret(scope, stage),
      allow(
        ['ssm:GetParameter'],
        Stack.of(scope).formatArn({
          service: 'ssm',
          resource: 'parameter',
          resourceName: dashboardParameter(stage).slice(1),
        }),
      ),
    ],
  })
