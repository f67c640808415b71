// The table of members: who belongs to an account, and who was invited to.

import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { MemberStore } from '../../../core/people/stores.ts'
import { ask, type Dynamo } from '../client.ts'
import { deleteItem, getItem, putItem, queryItems } from '../commands.ts'
import { isMade } from '../conditions.ts'
import { pagesOf } from '../pages.ts'
import { tableName, tables } from '../tables/tables.ts'
import { memberChanges } from './member-changes.ts'
import { expirySeconds, readInvitation, readMember } from './people-items.ts'

/** No person has an id like this. */
const invited = 'invitation#'

const isInvitation = ({ personId }: Record<string, unknown>): boolean => String(personId).startsWith(invited)

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

    ...memberChanges(dynamo, TableName),

    async invite(invitation) {
      const Item = {
        ...invitation,
        personId: `${invited}${invitation.secretHash}`,
        expiresAt: expirySeconds(invitation.expiresAt),
      }
      await ask(dynamo, (options) => documents.send(putItem({ TableName, Item }), options))
    },

    async invitation(accountId, secretHash, now) {
      const found = await item(accountId, `${invited}${secretHash}`)
      const invitation = found === undefined ? undefined : readInvitation(found)
      return invitation !== undefined && now < Date.parse(invitation.expiresAt) ? invitation : undefined
    },

    async take(accountId, secretHash) {
      const Key = { accountId, personId: `${invited}${secretHash}` }
      const take = deleteItem({ TableName, Key, ConditionExpression: 'attribute_exists(personId)' })
      return isMade(dynamo, (options) => documents.send(take, options))
    },
  }
}
