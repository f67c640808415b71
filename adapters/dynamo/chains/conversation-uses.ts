// What is noted of conversations with all their branches, beside their records in the same table.

import * as z from 'zod/mini'
import {
  alikeMs,
  type ChainStore,
  type ConversationUse,
  mostShortened,
  recordMilliseconds,
} from '../../../core/chain/record/store.ts'
import { defined } from '../../../core/collections/defined.ts'
import type { AskOptions } from '../../aws/service.ts'
import { ask, type Dynamo } from '../client.ts'
import { getItem, updateItem } from '../commands.ts'
import { unlessRefused } from '../conditions.ts'
import { tableName } from '../tables/tables.ts'
import type { WireItem } from '../wire.ts'

/** In milliseconds: of a read, for which a request waits, and of a write, for which nobody does. */
export interface UseDeadlines {
  readonly reading: number
  readonly writing: number
}

const useItem = z.object({
  /** Absent: something was claimed, and nothing noted. */
  usedAt: z.exactOptional(z.int()),
  coldAt: z.exactOptional(z.int()),
  usedBy: z.exactOptional(z.string()),
  /** Sets hold texts. */
  shortened: z.exactOptional(z.set(z.string())),
})
const digestBase = 36

/** Expiry in seconds, as the table expects it. */
export const expiryOf = (usedAt: number): number => Math.ceil((usedAt + recordMilliseconds) / 1000)

const useFrom = (item: unknown): ConversationUse | undefined => {
  const { usedAt, coldAt, usedBy, shortened } = useItem.parse(item)
  if (usedAt === undefined || coldAt === undefined) return undefined
  return {
    usedAt,
    coldAt,
    ...defined({ usedBy }),
    shortened: [...(shortened ?? [])].map((digest) => Number.parseInt(digest, digestBase)),
  }
}

/** A part of a note: what it does, and where. */
interface Change {
  readonly set?: string
  readonly add?: string
  readonly condition: string
  readonly values: Readonly<Record<string, unknown>>
}

const refused = 'refused'

/** Never earlier than they are. */
const timesOf = ({ usedAt, coldAt, usedBy }: ConversationUse): Change => ({
  set: `SET usedAt = :now, coldAt = :coldAt, expiresAt = :expiresAt${usedBy === undefined ? '' : ', usedBy = :by'}`,
  condition: 'attribute_not_exists(coldAt) OR coldAt < :coldAt',
  values: { ':now': usedAt, ':coldAt': coldAt, ':expiresAt': expiryOf(usedAt), ...defined({ ':by': usedBy }) },
})

/** While the list is no longer than it may be. DynamoDB holds no empty set. */
const textsOf = ({ shortened }: ConversationUse): Change | undefined => {
  if (shortened.length === 0) return undefined
  const texts = new Set(shortened.slice(0, mostShortened).map((digest) => digest.toString(digestBase)))
  return {
    add: 'ADD shortened :texts',
    condition: 'attribute_not_exists(shortened) OR size(shortened) < :most',
    values: { ':texts': texts, ':most': mostShortened },
  }
}

/** Whether it was claimed just now for the same. */
const isAlike = ({ claimedBy, claimedAt }: WireItem = {}, by: string, now: number): boolean =>
  claimedBy !== undefined &&
  'S' in claimedBy &&
  claimedBy.S === by &&
  claimedAt !== undefined &&
  'N' in claimedAt &&
  Number(claimedAt.N) >= now - alikeMs

/** The uses in DynamoDB. */
export const dynamoUses = (
  dynamo: Dynamo,
  { reading, writing }: UseDeadlines,
): Pick<ChainStore, 'use' | 'note' | 'claim'> => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'chains')

  const updated = (head: string, { set, add, condition, values }: Change, options: AskOptions): Promise<unknown> => {
    const UpdateExpression = [set, add].filter((part) => part !== undefined).join(' ')
    const update = { UpdateExpression, ConditionExpression: condition, ExpressionAttributeValues: values }
    const sent = documents.send(updateItem({ TableName, Key: { head }, ...update }), { ...options, untilTaken: true })
    return unlessRefused<unknown>(sent, () => refused)
  }

  return {
    async use(head) {
      const get = getItem({ TableName, Key: { head }, ConsistentRead: true })
      const { Item } = await ask({ deadlineMilliseconds: reading }, (options) => documents.send(get, options))
      return Item === undefined ? undefined : useFrom(Item)
    },

    async note(head, use) {
      const [times, texts] = [timesOf(use), textsOf(use)]
      await ask({ deadlineMilliseconds: writing }, async (options) => {
        if (texts === undefined) return updated(head, times, options)
        const both = {
          ...times,
          ...texts,
          condition: `(${times.condition}) AND (${texts.condition})`,
          values: { ...times.values, ...texts.values },
        }
        if ((await updated(head, both, options)) !== refused) return undefined
        return Promise.all([times, texts].map((one) => updated(head, one, options)))
      })
    },

    async claim(head, { by, risk, room }, now) {
      const claim = updateItem({
        TableName,
        Key: { head },
        UpdateExpression: 'SET claimedBy = :by, claimedAt = :now, expiresAt = :expiresAt ADD claimed :risk',
        // Nothing has been claimed where nothing stands.
        ConditionExpression:
          '(attribute_not_exists(claimed) AND :room >= :none) OR (claimed <= :room AND (claimedBy <> :by OR claimedAt < :alike))',
        ExpressionAttributeValues: {
          ':by': by,
          ':risk': risk,
          ':room': room,
          ':none': 0,
          ':now': now,
          ':alike': now - alikeMs,
          ':expiresAt': expiryOf(now),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      })
      return ask({ deadlineMilliseconds: reading }, (options) =>
        unlessRefused(
          documents.send(claim, options).then(() => true),
          ({ item }) => isAlike(item, by, now),
        ),
      )
    },
  }
}
