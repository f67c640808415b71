// What must hold of the tables, whatever the stage.

import { describe, expect, it } from 'vitest'
import { type TableId, type TableShape, tableName, tables } from '../../adapters/dynamo/tables.ts'
import { synthesise } from './synthesise.ts'

const ids = Object.keys(tables).filter((id): id is TableId => id in tables)

const tableOf = (id: TableId, configuration: Record<string, unknown> = {}) => {
  const all = synthesise(configuration).resources('AWS::DynamoDB::Table')
  const found = all.find(([, { Properties }]) => Properties.TableName === tableName('context-compaction-', id))
  if (found === undefined) throw new Error(`There is no table ${id}.`)
  return found[1]
}

describe('the tables', () => {
  it('are those of tables.ts and no others', () => {
    const names = synthesise()
      .resources('AWS::DynamoDB::Table')
      .map(([, { Properties }]) => Properties.TableName)

    expect(names.sort()).toEqual(ids.map((id) => tableName('context-compaction-', id)).sort())
  })

  it.each(ids)('%s has the keys, the expiry and the index of tables.ts', (id) => {
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
      shape.stream === undefined ? undefined : { StreamViewType: shape.stream },
    )
  })

  it.each(ids)('%s is kept, encrypted, on demand, and recoverable if its data cannot be made again', (id) => {
    const { Properties, DeletionPolicy, UpdateReplacePolicy } = tableOf(id)

    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Retain', 'Retain'])
    expect(Properties.DeletionProtectionEnabled).toBe(true)
    expect(Properties.SSESpecification).toEqual({ SSEEnabled: true })
    expect(Properties.BillingMode).toBe('PAY_PER_REQUEST')
    expect(Properties.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: tables[id].pointInTimeRecovery,
    })
  })

  it('are deleted with their stack if the configuration says so', () => {
    for (const id of ids) {
      const { Properties, DeletionPolicy } = tableOf(id, { removal: 'destroy' })
      expect([DeletionPolicy, Properties.DeletionProtectionEnabled]).toEqual(['Delete', false])
    }
  })

  it('are named in the outputs', () => {
    const { Outputs } = synthesise().template('storage').toJSON()

    expect(Object.keys(Outputs).sort()).toEqual([...ids.map((id) => `${id}Table`), 'LedgerExportBucket'].sort())
  })
})
