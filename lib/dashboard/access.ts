// Exactly what the dashboard's function may do with the tables, as data. It cannot read a chain secret and cannot give an
// account API access, whatever its code says: its role is bound to attributes. test/infra compares the actions and the
// attributes with what the adapters really send.

import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { type TableId, type TableShape, tables } from '../../adapters/dynamo/tables/tables.ts'
import type { Stage } from '../stage/config.ts'
import { tableOf } from '../stage/names.ts'

export interface Grant {
  readonly table: TableId
  /** The table's index in its place. */
  readonly index?: true
  readonly actions: readonly string[]
  /** The only attributes that these actions may name; absent: all. */
  readonly attributes?: readonly string[]
  /** Patterns that the partition keys of these actions must match; absent: any. */
  readonly partitions?: readonly string[]
  /** Whether an update may answer with the item. */
  readonly returnsItem?: true
}

export const dashboardGrants: readonly Grant[] = [
  { table: 'keys', actions: ['GetItem', 'PutItem'] },
  {
    table: 'keys',
    actions: ['UpdateItem'],
    attributes: ['keyHash', 'revokedAt', 'lastUsedAt', 'expiresAt'],
    returnsItem: true,
  },
  { table: 'keys', index: true, actions: ['Query'] },
  {
    table: 'entitlements',
    actions: ['GetItem'],
    attributes: ['accountId', 'kind', 'apiAccess', 'entitlements', 'limits', 'compaction', 'prices', 'createdAt'],
  },
  { table: 'entitlements', actions: ['UpdateItem'], attributes: ['accountId', 'compaction', 'prices'] },
  // Accounts of people's own, by the shape of their ids.
  { table: 'entitlements', actions: ['PutItem'], partitions: [`p-${'?'.repeat(20)}`] },
  { table: 'rateLimits', actions: ['GetItem', 'UpdateItem'] },
  { table: 'ledger', actions: ['Query'] },
  { table: 'ledger', index: true, actions: ['Query'] },
  { table: 'savings', actions: ['GetItem', 'BatchGetItem', 'Query'] },
  { table: 'savings', index: true, actions: ['Query'] },
  { table: 'people', actions: ['GetItem', 'PutItem'] },
  { table: 'members', actions: ['GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem', 'Query'] },
  { table: 'members', index: true, actions: ['Query'] },
  { table: 'browserSessions', actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  { table: 'deviceLogins', actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  { table: 'deviceLogins', index: true, actions: ['Query'] },
  { table: 'audit', actions: ['PutItem', 'Query'] },
]

/** `IfExists`: reads know no `ReturnValues`, updates no `Select`. */
const conditionsOf = ({ attributes, partitions, returnsItem }: Grant) => ({
  ...(partitions === undefined ? {} : { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } }),
  ...(attributes === undefined
    ? {}
    : {
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
        StringEqualsIfExists: {
          'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
          ...(returnsItem ? {} : { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] }),
        },
      }),
})

/** The statements of the role of the dashboard's function. */
export const dashboardStatements = (scope: Construct, stage: Stage): PolicyStatement[] =>
  dashboardGrants.map((grant) => {
    const { table, index, actions } = grant
    const shape: TableShape = tables[table]
    const resourceName = index ? `${tableOf(stage, table)}/index/${shape.index?.name}` : tableOf(stage, table)
    return new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName })],
      conditions: conditionsOf(grant),
    })
  })
