// Brings the tables of a deployment back as they were at a time, beside the ones that are there and under another prefix:
// DynamoDB restores to new names only.

import { type Dynamo, send } from '../client.ts'
import { describeContinuousBackups, restoreTableToPointInTime } from '../commands.ts'
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

export interface RestoredTable {
  readonly name: string
  readonly state: 'restored now' | 'was there already' | 'empty'
  /** ISO 8601: as of when its content is, where a restore made it. */
  readonly at?: string
}

interface Found {
  readonly name: string
  /** Seconds since the epoch; absent: no restore made it. */
  readonly at: number | undefined
}

const isoOf = (seconds: number): string => new Date(Math.floor(seconds) * 1000).toISOString()

/** Times travel in seconds since the epoch, whatever the SDK's declarations say. */
const secondsIn = (time: unknown): number | undefined => (typeof time === 'number' ? time : undefined)

/** The latest second that all of them can be restored to; undefined where DynamoDB does not say. */
const latestOf = async (dynamo: Dynamo, names: readonly string[]): Promise<number | undefined> => {
  const times: number[] = []
  for (const TableName of names) {
    const { ContinuousBackupsDescription: backups } = await send(dynamo, describeContinuousBackups({ TableName }))
    const latest = secondsIn(backups?.PointInTimeRecoveryDescription?.LatestRestorableDateTime)
    if (latest !== undefined) times.push(latest)
  }
  return times.length === 0 ? undefined : Math.floor(Math.min(...times))
}

/** Tables of two times together are no state that there ever was. */
const refuseMixture = (found: readonly Found[], wanted: number): void => {
  for (const { name, at } of found) {
    if (at === undefined)
      throw new Error(`The table ${name} is there already, and not from a restore. Choose another prefix.`)
    if (Math.floor(at) !== Math.floor(wanted))
      throw new Error(
        `The table ${name} is there already, as of ${isoOf(at)}, not ${isoOf(wanted)}. Choose another prefix.`,
      )
  }
}

/**
 * All tables, once they are ready. A restore takes from minutes to hours; it can be repeated, and then goes on with the tables that
 * are missing, as of the same moment. Counters, sums, browsers' sessions and logins of machines, which have no recovery, begin empty.
 * Throws where a table that is there is of another time, `StoreUnreachable`, or the SDK's errors.
 */
export const restoreTables = async (dynamo: Dynamo, request: RestoreRequest): Promise<readonly RestoredTable[]> => {
  const { to, at, isProtected, pause = 5_000 } = request
  if (to === dynamo.tablePrefix)
    throw new Error(`Tables are not restored onto themselves: ${to} is where they are now.`)
  const nameOf = (id: TableId): string => tableName(to, id)
  const isRestorable = (id: TableId): boolean => tables[id].pointInTimeRecovery

  const found = new Map<TableId, Found>()
  for (const id of tableIds) {
    const table = await describedTable(dynamo, nameOf(id))
    if (table === undefined) continue
    found.set(id, { name: nameOf(id), at: secondsIn(table.RestoreSummary?.RestoreDateTime) })
  }
  const there = [...found].filter(([id]) => isRestorable(id)).map(([, table]) => table)
  const missing = tableIds.filter((id) => isRestorable(id) && !found.has(id))
  const moment =
    at === undefined
      ? (there[0]?.at ??
        (await latestOf(
          dynamo,
          missing.map((id) => tableName(dynamo.tablePrefix, id)),
        )))
      : Date.parse(at) / 1000
  if (there.length > 0) refuseMixture(there, moment ?? 0)

  for (const id of missing) {
    const restore = restoreTableToPointInTime({
      SourceTableName: tableName(dynamo.tablePrefix, id),
      TargetTableName: nameOf(id),
      ...(moment === undefined ? { UseLatestRestorableTime: true } : { RestoreDateTime: moment }),
    })
    await send(dynamo, restore)
  }
  for (const id of missing) await activeTable(dynamo, nameOf(id), pause)
  await createTables({ ...dynamo, tablePrefix: to })
  for (const id of tableIds) await settleTable(dynamo, nameOf(id), tables[id], { isProtected, pause })
  return tableIds.map((id) => ({
    name: nameOf(id),
    state: found.has(id) ? 'was there already' : isRestorable(id) ? 'restored now' : 'empty',
    ...(isRestorable(id) && moment !== undefined ? { at: isoOf(moment) } : {}),
  }))
}
