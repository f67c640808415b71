// The table of members: who belongs to an account, and who was invited to.

import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { isOverdue } from '../../../core/people/invitation.ts'
import type { MemberStore } from '../../../core/people/stores.ts'
import { type Dynamo, send } from '../client.ts'
import { getItem, putItem, queryItems } from '../commands.ts'
import { pagesOf } from '../pages.ts'
import { tableName, tables } from '../tables/tables.ts'
import { memberChanges } from './member-changes.ts'
import { expirySeconds, readInvitation, readMember } from './people-items.ts'

/** No person has an id like this. */
const invited = 'invitation#'

const invitationKey = (accountId: string, secretHash: string) => ({ accountId, personId: `${invited}${secretHash}` })

const isInvitation = ({ personId }: Record<string, unknown>): boolean => String(personId).startsWith(invited)

/** Members in DynamoDB. */
export const dynamoMembers = (dynamo: Dynamo): MemberStore => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'members')

  const item = async (accountId: string, personId: string): Promise<Record<string, unknown> | undefined> => {
    const get = getItem({ TableName, Key: { accountId, personId }, ConsistentRead: true })
    return (await send(dynamo, get)).Item
  }

  const items = async (query: Omit<QueryCommandInput, 'TableName'>): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = []
    for await (const { Items = [] } of pagesOf(dynamo, (from) => queryItems({ TableName, ...query, ...from })))
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

    ...memberChanges(dynamo, TableName, invitationKey),

    async invite(invitation) {
      const Item = {
        ...invitation,
        ...invitationKey(invitation.accountId, invitation.secretHash),
        expiresAt: expirySeconds(invitation.expiresAt),
      }
      await send(dynamo, putItem({ TableName, Item }))
    },

    async invitation(accountId, secretHash, now) {
      const found = await item(accountId, invitationKey(accountId, secretHash).personId)
      const invitation = found === undefined ? undefined : readInvitation(found)
      return invitation === undefined || isOverdue(invitation, now) ? undefined : invitation
    },
  }
}
