// Brings the tables of a deployment back as they were at a time, beside the ones that are there and under another prefix:
// DynamoDB restores to new names only.

import { ask, type Dynamo } from './client.ts'
import { restoreTableToPointInTime } from './commands.ts'
import { createTables } from './create-tables.ts'
import { activeTable, describedTable, settleTable } from './table-settings.ts'
import { type TableId, tableIds, tableName, tables } from './tables.ts'

export interface RestoreRequest {
  /** The prefix of the restored tables. */
  readonly to: string
  /** ISO 8601; absent: as late as DynamoDB can. */
  readonly at?: string
  /** Whether the tables are to be protected against deletion. */
  readonly isProtected: boolean
  /** Between two looks at a table, in milliseconds. @default 5,000 */
  readonly pause?: number
}

/**
 * Names of the tables, once all are ready. A restore takes from minutes to hours; it can be repeated, and then goes on from
 * what is there. Counters and sums, which have no recovery, begin empty. Throws `StoreUnreachable` or the SDK's errors.
 */
export const restoreTables = async (dynamo: Dynamo, request: RestoreRequest): Promise<readonly string[]> => {
  const { to, at, isProtected, pause = 5_000 } = request
  const nameOf = (id: TableId): string => tableName(to, id)
  const restorable = tableIds.filter((id) => tables[id].pointInTimeRecovery)

  for (const id of restorable) {
    if ((await describedTable(dynamo, nameOf(id))) !== undefined) continue
    const restore = restoreTableToPointInTime({
      SourceTableName: tableName(dynamo.tablePrefix, id),
      TargetTableName: nameOf(id),
      ...(at === undefined ? { UseLatestRestorableTime: true } : { RestoreDateTime: Date.parse(at) / 1000 }),
    })
    await ask(dynamo, (options) => dynamo.documents.send(restore, options))
  }
  for (const id of restorable) await activeTable(dynamo, nameOf(id), pause)
  await createTables({ ...dynamo, tablePrefix: to })
  for (const id of tableIds) await settleTable(dynamo, nameOf(id), tables[id], { isProtected, pause })
  return tableIds.map(nameOf)
}
