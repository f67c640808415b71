// The table of members: who belongs to an account, and who was invited to.

import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Role } from '../../core/people/roles.ts'
import type { MemberStore } from '../../core/people/stores.ts'
import { ask, type Dynamo } from './client.ts'
import { deleteItem, getItem, putItem, queryItems } from './commands.ts'
import { isMade } from './conditions.ts'
import { pagesOf } from './pages.ts'
import { expirySeconds, readInvitation, readMember } from './people-items.ts'
import { tableName, tables } from './tables.ts'

/** No person has an id like this. */
const invited = 'invitation#'

const isInvitation = ({ personId }: Record<string, unknown>): boolean => String(personId).startsWith(invited)

/** The condition that a member has this role. */
const whoHas = (role: Role) => ({
  ConditionExpression: '#role = :role',
  ExpressionAttributeNames: { '#role': 'role' },
  ExpressionAttributeValues: { ':role': role },
})

/** Members in DynamoDB. */
export const dynamoMembers = (dynamo: Dynamo): MemberStore => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'members')

  const item = async (accountId: string, personId: string): Promise<Record<string, unknown> | undefined> => {
    const get = getItem({ TableName, Key: { accountId, personId }, ConsistentRead: true })
    return (await ask(dynamo, (options) => documents.send(get, options))).Item
  }

  const items = async (query: Omit<QueryCommandInput, 'TableName'>): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = []
    for await (const { Items = [] } of pagesOf(dynamo, (from, options) =>
      documents.send(queryItems({ TableName, ...query, ...from }), options),
    ))
      found.push(...Items)
    return found
  }

  const put = async (Item: Record<string, unknown>): Promise<void> => {
    await ask(dynamo, (options) => documents.send(putItem({ TableName, Item }), options))
  }

  return {
    async find(accountId, personId) {
      const found = await item(accountId, personId)
      return found === undefined || isInvitation(found) ? undefined : readMember(found)
    },

    async list(accountId) {
      const all = await items({
        KeyConditionExpression: 'accountId = :accountId',
        ExpressionAttributeValues: { ':accountId': accountId },
        ConsistentRead: true,
      })
      return {
        members: all.filter((one) => !isInvitation(one)).map(readMember),
        invitations: all.filter(isInvitation).map(readInvitation),
      }
    },

    async ofPerson(personId) {
      const all = await items({
        IndexName: tables.members.index.name,
        KeyConditionExpression: 'personId = :personId',
        ExpressionAttributeValues: { ':personId': personId },
      })
      return all.map(readMember)
    },

    put: (member) => put({ ...member }),

    async change(member, from) {
      const change = putItem({
        TableName,
        Item: { ...member },
        ...whoHas(from),
      })
      return isMade(dynamo, (options) => documents.send(change, options))
    },

    async remove(accountId, personId) {
      const remove = deleteItem({ TableName, Key: { accountId, personId } })
      await ask(dynamo, (options) => documents.send(remove, options))
    },

    invite: (invitation) =>
      put({
        ...invitation,
        personId: `${invited}${invitation.secretHash}`,
        expiresAt: expirySeconds(invitation.expiresAt),
      }),

    async invitation(accountId, secretHash, now) {
      const found = await item(accountId, `${invited}${secretHash}`)
      const invitation = found === undefined ? undefined : readInvitation(found)
      return invitation !== undefined && now < Date.parse(invitation.expiresAt) ? invitation : undefined
    },

    async take(accountId, secretHash) {
      const take = deleteItem({
        TableName,
        Key: { accountId, personId: `${invited}${secretHash}` },
        ConditionExpression: 'attribute_exists(personId)',
      })
      return isMade(dynamo, (options) => documents.send(take, options))
    },
  }
}
