// How memberships begin, change and end: each write holds to what was seen, where an owner goes, to another one who stays, and where a link
// lets somebody in, to the link.

import { randomUUID } from 'node:crypto'
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { MemberStore } from '../../../core/people/stores.ts'
import type { Dynamo } from '../client.ts'
import { type Command, deleteItem, putItem, transactWriteItems } from '../commands.ts'
import { isMade } from '../conditions.ts'

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** The condition that a member has this role. */
const whoHas = (role: string) => ({
  ConditionExpression: '#role = :role',
  ExpressionAttributeNames: { '#role': 'role' },
  ExpressionAttributeValues: { ':role': role },
})

const whoIsNone = { ConditionExpression: 'attribute_not_exists(personId)' }

/** Both or neither. A second attempt after an answer that was lost is answered as the first. */
const together = (...TransactItems: [Write, Write]) =>
  transactWriteItems({ ClientRequestToken: randomUUID(), TransactItems })

/** The changes of members in a table of this name. `invitationKey`: of the item of an invitation. */
export const memberChanges = (
  dynamo: Dynamo,
  TableName: string,
  invitationKey: (accountId: string, secretHash: string) => Record<string, string>,
): Pick<MemberStore, 'add' | 'change' | 'remove' | 'take' | 'accept'> => {
  const made = (write: Command): Promise<boolean> => isMade(dynamo, write)

  /** A write, in one transaction with a look at the other owner. */
  const besideOwner = (write: Write, accountId: string, personId: string) =>
    together(write, { ConditionCheck: { TableName, Key: { accountId, personId }, ...whoHas('owner') } })

  const taken = (accountId: string, secretHash: string) => ({
    TableName,
    Key: invitationKey(accountId, secretHash),
    ConditionExpression: 'attribute_exists(personId)',
  })

  return {
    async add(member) {
      return made(putItem({ TableName, Item: { ...member }, ...whoIsNone }))
    },

    async take(accountId, secretHash) {
      return made(deleteItem(taken(accountId, secretHash)))
    },

    async accept(secretHash, member, before) {
      const written = { TableName, Item: { ...member }, ...(before === undefined ? whoIsNone : whoHas(before.role)) }
      return made(together({ Delete: taken(member.accountId, secretHash) }, { Put: written }))
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
