// How memberships begin, change and end: each write holds to what was seen, and where an owner goes, to another one who stays.

import { randomUUID } from 'node:crypto'
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Role } from '../../../core/people/roles.ts'
import type { MemberStore } from '../../../core/people/stores.ts'
import type { Dynamo } from '../client.ts'
import { type Command, deleteItem, putItem, transactWriteItems } from '../commands.ts'
import { isMade } from '../conditions.ts'

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** The condition that a member has this role. */
const whoHas = (role: Role) => ({
  ConditionExpression: '#role = :role',
  ExpressionAttributeNames: { '#role': 'role' },
  ExpressionAttributeValues: { ':role': role },
})

/** The changes of members in a table of this name. */
export const memberChanges = (dynamo: Dynamo, TableName: string): Pick<MemberStore, 'add' | 'change' | 'remove'> => {
  const made = (write: Command): Promise<boolean> => isMade(dynamo, (options) => dynamo.documents.send(write, options))

  /** A write, in one transaction with a look at the other owner. */
  const besideOwner = (write: Write, accountId: string, personId: string) =>
    transactWriteItems({
      // A second attempt after an answer that was lost is answered as the first.
      ClientRequestToken: randomUUID(),
      TransactItems: [write, { ConditionCheck: { TableName, Key: { accountId, personId }, ...whoHas('owner') } }],
    })

  return {
    async add(member) {
      const Item = { ...member }
      return made(putItem({ TableName, Item, ConditionExpression: 'attribute_not_exists(personId)' }))
    },

    async change(member, { role, otherOwner }) {
      const change = { TableName, Item: { ...member }, ...whoHas(role) }
      return made(
        otherOwner === undefined ? putItem(change) : besideOwner({ Put: change }, member.accountId, otherOwner),
      )
    },

    async remove(accountId, personId, seen) {
      const remove = { TableName, Key: { accountId, personId }, ...(seen === undefined ? {} : whoHas(seen.role)) }
      const { otherOwner } = seen ?? {}
      return made(
        otherOwner === undefined ? deleteItem(remove) : besideOwner({ Delete: remove }, accountId, otherOwner),
      )
    },
  }
}
