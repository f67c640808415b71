// What must hold of the tables, whatever the stage.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type TableId, type TableShape, tableIds, tableName, tables } from '../../adapters/dynamo/tables/tables.ts'
import { routes } from '../../lambdas/routes.ts'
import { routeFunction } from './route-functions.ts'
import { synthesise } from './synthesise.ts'

const tableOf = (id: TableId, configuration: Record<string, unknown> = {}) => {
  const all = synthesise(configuration).resources('AWS::DynamoDB::GlobalTable')
  const found = all.find(([, { Properties }]) => Properties.TableName === tableName('context-compaction-', id))
  if (found === undefined) throw new Error(`There is no table ${id}.`)
  return found[1]
}

const replicas = z.object({
  Replicas: z.tuple([
    z.looseObject({
      Region: z.unknown(),
      DeletionProtectionEnabled: z.boolean(),
      PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.boolean() }),
    }),
  ]),
})
/** The one replica of a table, where it is made. */
const replicaOf = (id: TableId, configuration: Record<string, unknown> = {}) =>
  replicas.parse(tableOf(id, configuration).Properties).Replicas[0]

describe('the tables', () => {
  it('are those of tables.ts and no others', () => {
    const names = synthesise()
      .resources('AWS::DynamoDB::GlobalTable')
      .map(([, { Properties }]) => Properties.TableName)

    expect(names.sort()).toEqual(tableIds.map((id) => tableName('context-compaction-', id)).sort())
  })

  it.each(tableIds)('%s has the keys, the expiry and the index of tables.ts', (id) => {
    const shape: TableShape = tables[id]
    const key = (partitionKey: string, sortKey?: string) => [
      { AttributeName: partitionKey, KeyType: 'HASH' },
      ...(sortKey === undefined ? [] : [{ AttributeName: sortKey, KeyType: 'RANGE' }]),
    ]

    const { Properties } = tableOf(id)

    expect(Properties.KeySchema).toEqual(key(shape.partitionKey, shape.sortKey))
    expect(Properties.TimeToLiveSpecification).toEqual(
      shape.expiryAttribute === undefined ? undefined : { AttributeName: shape.expiryAttribute, Enabled: true },
    )
    expect(Properties.GlobalSecondaryIndexes).toEqual(
      shape.index === undefined
        ? undefined
        : [
            {
              IndexName: shape.index.name,
              KeySchema: key(shape.index.partitionKey, shape.index.sortKey),
              Projection: { ProjectionType: shape.index.projection ?? 'ALL' },
            },
          ],
    )
    expect(Properties.StreamSpecification).toEqual(
      shape.stream === undefined ? undefined : { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    )
  })

  it.each(tableIds)('%s is kept, encrypted, on demand, and recoverable if its data cannot be made again', (id) => {
    const { Properties, DeletionPolicy, UpdateReplacePolicy } = tableOf(id)

    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Retain', 'Retain'])
    expect(Properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' })
    expect(Properties.BillingMode).toBe('PAY_PER_REQUEST')
    expect(replicaOf(id)).toMatchObject({
      Region: { Ref: 'AWS::Region' },
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: tables[id].pointInTimeRecovery },
    })
  })

  it('have a secret beside them that is kept as they are, and made by AWS', () => {
    const secretOf = (configuration: Record<string, unknown>) =>
      synthesise(configuration)
        .resources('AWS::SecretsManager::Secret')
        .find(([, { Properties }]) => Properties.Name === 'context-compaction-deployment-secret')?.[1]

    expect(secretOf({})?.DeletionPolicy).toBe('RetainExceptOnCreate')
    expect(secretOf({ removal: 'destroy' })?.DeletionPolicy).toBe('Delete')
    expect(secretOf({})?.Properties).toMatchObject({ GenerateSecretString: { PasswordLength: 48 } })
    expect(secretOf({})?.Properties.SecretString).toBeUndefined()
  })

  it('are deleted with their stack if the configuration says so', () => {
    for (const id of tableIds) {
      const { DeletionPolicy } = tableOf(id, { removal: 'destroy' })
      const { DeletionProtectionEnabled } = replicaOf(id, { removal: 'destroy' })
      expect([DeletionPolicy, DeletionProtectionEnabled]).toEqual(['Delete', false])
    }
  })

  it('are named in the outputs', () => {
    const { Outputs } = synthesise().template('storage').toJSON()

    expect(Object.keys(Outputs).sort()).toEqual(
      [...tableIds.map((id) => `${id}Table`), 'LedgerExportBucket', 'OperatorPolicy'].sort(),
    )
  })

  it('are warm from the start where the stage says so, and their index with them', () => {
    const warmThroughput = { ledger: { readsPerSecond: 20_000, writesPerSecond: 8_000 } }
    const warm = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8_000 }

    expect(tableOf('ledger', { warmThroughput }).Properties).toMatchObject({
      WarmThroughput: warm,
      GlobalSecondaryIndexes: [{ WarmThroughput: warm }],
    })
    expect(tableOf('chains', { warmThroughput }).Properties.WarmThroughput).toBeUndefined()
  })
})

describe('restored tables', () => {
  const restored = synthesise({ tablePrefix: 'restored-' })
  const tablesOf = (stacks: typeof restored) => stacks.resources('AWS::DynamoDB::GlobalTable')

  it('are what the stage uses, under the prefix that it is given for them', () => {
    expect(tablesOf(restored).map(([, { Properties }]) => Properties.TableName)).toEqual(
      tableIds.map((id) => tableName('restored-', id)),
    )
    for (const [, { Properties }] of restored.resources('AWS::Lambda::Function'))
      expect(JSON.stringify(Properties.Environment ?? '')).not.toContain('"context-compaction-keys')
    const { TABLE_PREFIX, SERVICE_NAME } = routeFunction(restored, routes[0] ?? expect.fail()).Environment.Variables
    // Alarms and dashboard go on where they were.
    expect([TABLE_PREFIX, SERVICE_NAME]).toEqual(['restored-', 'context-compaction-proxy'])
  })

  it('are other resources than those that they replace, so that these are let go and not changed', () => {
    const before = tablesOf(synthesise()).map(([id]) => id)

    for (const [id] of tablesOf(restored)) expect(before).not.toContain(id)
  })
})
