// Turns errors that are answers into answers: a write whose condition failed, a table that is not there. Knows no table.

import { AwsError } from '../aws/aws-error.ts'
import { ask, type Dynamo } from './client.ts'
import type { Command } from './commands.ts'
import type { WireItem } from './wire.ts'

/** DynamoDB's answer to a write whose condition did not hold. */
export interface RefusedWrite {
  /** The item as it stands, where the write asked for it. */
  readonly item: WireItem | undefined
}

/** Why a transaction was not made: what an item is, or that another write changes it at this moment. */
const ofItems: ReadonlySet<unknown> = new Set(['None', 'ConditionalCheckFailed', 'TransactionConflict'])

const isCancelledByItems = ({ name, details: { CancellationReasons: reasons } }: AwsError): boolean =>
  name === 'TransactionCanceledException' &&
  Array.isArray(reasons) &&
  reasons.every((reason: { readonly Code?: unknown }) => ofItems.has(reason.Code))

const refusing: ReadonlySet<string> = new Set(['ConditionalCheckFailedException', 'TransactionConflictException'])

/** Resolves with `refused()` if the write's condition failed, or a transaction came in between. Throws every other error. */
export const unlessRefused = async <Answer>(
  write: Promise<Answer>,
  refused: (write: RefusedWrite) => Answer | Promise<Answer>,
): Promise<Answer> => {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof AwsError) || !(refusing.has(error.name) || isCancelledByItems(error))) throw error
    return refused({ item: error.details.Item as WireItem | undefined })
  }
}

/** Resolves with nothing if the store answers with the error of this name. Throws every other error. */
export const unlessNamed = async <Answer>(name: string, call: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof AwsError && error.name === name) return undefined
    throw error
  }
}

/** What a conditional write answers of its item, as `read` makes it; nothing if its condition did not hold, or another came in between. */
export const readIfMade = <Value>(
  dynamo: Pick<Dynamo, 'documents' | 'deadlineMilliseconds'>,
  write: Command<{ readonly Attributes?: unknown }>,
  read: (attributes: unknown) => Value,
): Promise<Value | undefined> =>
  ask(dynamo, (options) =>
    unlessRefused<Value | undefined>(
      dynamo.documents.send(write, options).then(({ Attributes }) => read(Attributes)),
      () => undefined,
    ),
  )

/** Whether a conditional write or transaction was made; if not, its conditions did not hold, or another came in between. */
export const isMade = (
  dynamo: Pick<Dynamo, 'documents' | 'deadlineMilliseconds'>,
  write: Command<unknown>,
): Promise<boolean> =>
  ask(dynamo, (options) =>
    unlessRefused(
      dynamo.documents.send(write, options).then(() => true),
      () => false,
    ),
  )
