// What is noted of conversations with all their branches, beside their records in the same table.

import * as z from 'zod/mini'
import { type ChainStore, type ConversationUse, recordMilliseconds } from '../../core/chain/store.ts'
import type { AskOptions } from '../aws/service.ts'
import { ask, type Dynamo } from './client.ts'
import { getItem, updateItem } from './commands.ts'
import { unlessRefused } from './conditions.ts'
import { tableName } from './tables.ts'

/** In milliseconds: of a read, for which a request waits, and of a write, for which nobody does. */
export interface UseDeadlines {
  readonly reading: number
  readonly writing: number
}

const useItem = z.object({
  usedAt: z.int(),
  coldAt: z.int(),
  /** Sets hold texts. */
  shortened: z.exactOptional(z.set(z.string())),
})
const digestBase = 36

/** Expiry in seconds, as the table expects it. */
export const expiryOf = (usedAt: number): number => Math.ceil((usedAt + recordMilliseconds) / 1000)

const useFrom = (item: unknown): ConversationUse => {
  const { usedAt, coldAt, shortened } = useItem.parse(item)
  return { usedAt, coldAt, shortened: [...(shortened ?? [])].map((digest) => Number.parseInt(digest, digestBase)) }
}

/** The uses in DynamoDB. */
export const dynamoUses = (dynamo: Dynamo, { reading, writing }: UseDeadlines): Pick<ChainStore, 'use' | 'note'> => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'chains')

  /** DynamoDB holds no empty set. */
  const addTexts = async (head: string, texts: ReadonlySet<string>, options: AskOptions): Promise<void> => {
    if (texts.size === 0) return
    const ExpressionAttributeValues = { ':texts': texts }
    const add = { UpdateExpression: 'ADD shortened :texts', ExpressionAttributeValues }
    await documents.send(updateItem({ TableName, Key: { head }, ...add }), options)
  }

  return {
    async use(head) {
      const get = getItem({ TableName, Key: { head }, ConsistentRead: true })
      const { Item } = await ask({ deadlineMilliseconds: reading }, (options) => documents.send(get, options))
      return Item === undefined ? undefined : useFrom(Item)
    },

    async note(head, { usedAt, coldAt, shortened }) {
      const texts = new Set(shortened.map((digest) => digest.toString(digestBase)))
      const note = updateItem({
        TableName,
        Key: { head },
        UpdateExpression: `SET usedAt = :now, coldAt = :coldAt, expiresAt = :expiresAt${texts.size === 0 ? '' : ' ADD shortened :texts'}`,
        ConditionExpression: 'attribute_not_exists(head) OR coldAt < :coldAt',
        ExpressionAttributeValues: {
          ':now': usedAt,
          ':coldAt': coldAt,
          ':expiresAt': expiryOf(usedAt),
          ...(texts.size === 0 ? {} : { ':texts': texts }),
        },
      })
      await ask({ deadlineMilliseconds: writing }, (options) =>
        unlessRefused<unknown>(documents.send(note, options), () => addTexts(head, texts, options)),
      )
    },
  }
}
