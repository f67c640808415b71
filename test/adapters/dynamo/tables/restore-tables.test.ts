// What a restore asks of DynamoDB, and what it says of tables that are there: over a DynamoDB that only knows tables and times.

import { expect, it } from 'vitest'
import { AwsError } from '../../../../adapters/aws/aws-error.ts'
import { dynamoOver } from '../../../../adapters/dynamo/client.ts'
import type { Command } from '../../../../adapters/dynamo/commands.ts'
import { type RestoreRequest, restoreTables } from '../../../../adapters/dynamo/tables/restore-tables.ts'
import { tableIds, tableName, tables } from '../../../../adapters/dynamo/tables/tables.ts'

const restorable = tableIds.filter((id) => tables[id].pointInTimeRecovery)
const eight = Date.parse('2026-11-20T08:00:00Z') / 1000
const latest = eight + 86_400

/** Tables with the second that they were restored to; undefined: they were made. */
const account = (there: ReadonlyMap<string, number | undefined>) => {
  const all = new Map(there)
  const restored: { TargetTableName: string; RestoreDateTime?: number }[] = []
  const answer = ({ operation, input }: Command): unknown => {
    const { TableName = '', TargetTableName = '', RestoreDateTime } = input as Record<string, string>
    if (operation === 'RestoreTableToPointInTime') {
      restored.push(input as (typeof restored)[number])
      all.set(TargetTableName, Number(RestoreDateTime))
    }
    if (operation === 'CreateTable') all.set(TableName, undefined)
    if (operation === 'ListTables') return { TableNames: [...all.keys()] }
    // Each table says another second.
    if (operation === 'DescribeContinuousBackups')
      return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: recovery(TableName) } }
    if (operation === 'DescribeTimeToLive') return { TimeToLiveDescription: { AttributeName: 'expiresAt' } }
    if (operation !== 'DescribeTable') return {}
    if (!all.has(TableName)) throw new AwsError('ResourceNotFoundException', 400)
    const at = all.get(TableName)
    return {
      Table: { TableStatus: 'ACTIVE', ...(at === undefined ? {} : { RestoreSummary: { RestoreDateTime: at } }) },
    }
  }
  const recovery = (name: string) => ({
    PointInTimeRecoveryStatus: 'ENABLED',
    LatestRestorableDateTime: latest + name.length,
  })
  const documents = { send: async <Answer>(command: Command<Answer>) => answer(command) as Answer }
  const dynamo = dynamoOver(documents, { tablePrefix: 'old-' })
  const run = (request: Partial<RestoreRequest> = {}) =>
    restoreTables(dynamo, { to: 'new-', isProtected: false, pause: 1, ...request })
  return { run, restored }
}

const shortest = Math.min(...restorable.map((id) => tableName('old-', id).length))
const seconds = (restored: readonly { RestoreDateTime?: number }[]) =>
  new Set(restored.map(({ RestoreDateTime }) => RestoreDateTime))

it('brings every table to one moment: the given one, or the latest that all of them have', async () => {
  const given = account(new Map())
  const said = await given.run({ at: '2026-11-20T08:00:00.000Z' })
  expect([given.restored.length, seconds(given.restored)]).toEqual([restorable.length, new Set([eight])])
  expect(said).toContainEqual({ name: 'new-keys', state: 'restored now', at: '2026-11-20T08:00:00.000Z' })
  expect(said).toContainEqual({ name: 'new-savings', state: 'empty' })

  const newest = account(new Map())
  await newest.run()
  expect(seconds(newest.restored)).toEqual(new Set([latest + shortest]))
})

it('goes on with a run that was interrupted, at the moment of the tables that are there', async () => {
  const { run, restored } = account(new Map([['new-keys', eight]]))
  const said = await run()
  expect(restored).toHaveLength(restorable.length - 1)
  expect(seconds(restored)).toEqual(new Set([eight]))
  expect(said).toContainEqual({ name: 'new-keys', state: 'was there already', at: '2026-11-20T08:00:00.000Z' })
})

it.each([
  ['the tables themselves', { to: 'old-' }, [], 'not restored onto themselves'],
  [
    'a table of another time',
    { at: '2026-11-21T08:00:00.000Z' },
    [['new-keys', eight]],
    'as of 2026-11-20T08:00:00.000Z, not',
  ],
  [
    'tables of two times',
    {},
    [
      ['new-keys', eight],
      ['new-ledger', eight + 60],
    ],
    'The table new-ledger is there already',
  ],
  ['a table that no restore made', {}, [['new-keys', undefined]], 'not from a restore'],
] as const)('restores nothing over %s', async (_what, request, there, said) => {
  const { run, restored } = account(new Map<string, number | undefined>(there))
  await expect(run(request)).rejects.toThrow(said)
  expect(restored).toEqual([])
})

it('says of all tables that they were there', async () => {
  const { run, restored } = account(new Map(tableIds.map((id) => [tableName('new-', id), eight])))
  const said = await run({ at: '2026-11-20T08:00:00.000Z' })
  expect(new Set(said.map(({ state }) => state))).toEqual(new Set(['was there already']))
  expect(restored).toEqual([])
})
