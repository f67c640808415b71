// What a table has besides its keys: stream, expiry, recovery, protection. A restored table comes without them.

import { setTimeout as wait } from 'node:timers/promises'
import type { TableDescription, UpdateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { ask, type Dynamo, send } from '../client.ts'
import {
  describeContinuousBackups,
  describeTable,
  describeTimeToLive,
  updateContinuousBackups,
  updateTable,
  updateTimeToLive,
} from '../commands.ts'
import { unlessNamed } from '../conditions.ts'
import type { TableShape } from './tables.ts'

/** The table, or undefined if there is none of this name. Throws `StoreUnreachable`. */
export const describedTable = async (dynamo: Dynamo, TableName: string): Promise<TableDescription | undefined> => {
  const found = await ask(dynamo, (options) =>
    unlessNamed('ResourceNotFoundException', dynamo.documents.send(describeTable({ TableName }), options)),
  )
  return found?.Table
}

/** Returns when the table can be used and changed, however long that takes. `pause` between two looks in milliseconds. */
export const activeTable = async (dynamo: Dynamo, name: string, pause: number): Promise<TableDescription> => {
  for (;;) {
    const table = await describedTable(dynamo, name)
    if (table?.TableStatus === 'ACTIVE') return table
    await wait(pause)
  }
}

const setExpiry = async (dynamo: Dynamo, TableName: string, AttributeName: string): Promise<void> => {
  const { TimeToLiveDescription: expiry } = await send(dynamo, describeTimeToLive({ TableName }))
  if (expiry?.AttributeName !== undefined) return
  const TimeToLiveSpecification = { AttributeName, Enabled: true }
  await send(dynamo, updateTimeToLive({ TableName, TimeToLiveSpecification }))
}

const setRecovery = async (dynamo: Dynamo, TableName: string): Promise<void> => {
  const { ContinuousBackupsDescription: backups } = await send(dynamo, describeContinuousBackups({ TableName }))
  if (backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED') return
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
  await send(dynamo, updateContinuousBackups({ TableName, PointInTimeRecoverySpecification }))
}

/**
 * Gives a table what its shape asks for, and the protection against deletion that it is to have; what it has already is left
 * alone. DynamoDB takes one change at a time. Throws `StoreUnreachable` or the SDK's errors.
 */
export const settleTable = async (
  dynamo: Dynamo,
  name: string,
  shape: TableShape,
  { isProtected, pause }: { readonly isProtected: boolean; readonly pause: number },
): Promise<void> => {
  const change = async (changes: Omit<UpdateTableCommandInput, 'TableName'>): Promise<void> => {
    await send(dynamo, updateTable({ TableName: name, ...changes }))
    await activeTable(dynamo, name, pause)
  }
  const { StreamSpecification, DeletionProtectionEnabled } = await activeTable(dynamo, name, pause)
  if (shape.stream !== undefined && StreamSpecification?.StreamEnabled !== true)
    await change({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } })
  if (isProtected && DeletionProtectionEnabled !== true) await change({ DeletionProtectionEnabled: true })
  if (shape.expiryAttribute !== undefined) await setExpiry(dynamo, name, shape.expiryAttribute)
  if (shape.pointInTimeRecovery) await setRecovery(dynamo, name)
}
