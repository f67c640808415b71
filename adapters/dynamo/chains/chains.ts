// The table of conversations. One item per request stands under the key of its head, which the attribute `head` holds. Compresses
// the state, which is most of the item, and knows nothing of its content.

import * as z from 'zod/mini'
import {
  type ChainStore,
  type FoundRecord,
  type RecordTimes,
  recordMilliseconds,
} from '../../../core/chain/record/store.ts'
import { defined } from '../../../core/collections/defined.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import { ask, type Dynamo } from '../client.ts'
import { batchGetItem, getItem, putItem, updateItem } from '../commands.ts'
import { unlessRefused } from '../conditions.ts'
import { tableName } from '../tables/tables.ts'
import { dynamoUses, expiryOf } from './conversation-uses.ts'

export interface ChainDeadlines {
  /** Deadline of a read, for which a request waits. @default 50 */
  readonly readMilliseconds?: number
  /** Deadline of a write, for which nobody waits: a table that takes no more is asked until then. @default 1,000 */
  readonly writeMilliseconds?: number
}

/** An item may have 400 KiB. The rest is for the other attributes. */
const maxPackedBytes = 400_000
/** We write no item that inflates to more. */
const maxStateBytes = 16_000_000

/** What is packed at once: 0.2 ms. A longer state is packed by another thread, which costs 0.05 ms more and holds nobody up. */
const packedAtOnce = 16_384

/** Loaded with the first record. */
const zlib = () => process.getBuiltinModule('node:zlib')

const packElsewhere = (state: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zlib().deflateRaw(state, (error, packed) => (error === null ? resolve(packed) : reject(error)))
  })

const pack = (state: Uint8Array): Buffer | Promise<Buffer> =>
  state.length <= packedAtOnce ? zlib().deflateRawSync(state) : packElsewhere(state)

const chainItem = z.object({
  head: z.string(),
  state: z.instanceof(Uint8Array),
  lastSentAt: z.int(),
  coldAt: z.int(),
  leftBy: z.optional(z.string()),
})
type ChainItem = z.infer<typeof chainItem>

const recordFrom = ({ head, state, lastSentAt, coldAt, leftBy }: ChainItem): FoundRecord => ({
  head,
  state: zlib().inflateRawSync(state, { maxOutputLength: maxStateBytes }),
  lastSentAt,
  coldAt,
  ...defined({ leftBy }),
})

const isExpired = ({ lastSentAt }: ChainItem, now: number): boolean => lastSentAt + recordMilliseconds <= now

/** The conversations in DynamoDB. */
export const dynamoChains = (dynamo: Dynamo, deadlines: ChainDeadlines = {}): ChainStore => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'chains')
  const reading = { deadlineMilliseconds: deadlines.readMilliseconds ?? 50 }
  const writing = { deadlineMilliseconds: deadlines.writeMilliseconds ?? 1_000 }

  /** Changes nothing if the record does not exist or is warm for longer. */
  const raise = async (
    head: string,
    { lastSentAt, coldAt }: RecordTimes,
    options: { readonly abortSignal: AbortSignal },
  ): Promise<void> => {
    const update = updateItem({
      TableName,
      Key: { head },
      UpdateExpression: 'SET lastSentAt = :now, coldAt = :coldAt, expiresAt = :expiresAt',
      ConditionExpression: 'coldAt < :coldAt',
      ExpressionAttributeValues: { ':now': lastSentAt, ':coldAt': coldAt, ':expiresAt': expiryOf(lastSentAt) },
    })
    await unlessRefused<unknown>(documents.send(update, { ...options, untilTaken: true }), () => undefined)
  }

  return {
    ...dynamoUses(dynamo, { reading: reading.deadlineMilliseconds, writing: writing.deadlineMilliseconds }),

    async find([first, ...others], now) {
      if (first === undefined) return undefined
      return ask(reading, async (options) => {
        const get = getItem({ TableName, Key: { head: first }, ConsistentRead: true })
        const { Item } = await documents.send(get, options)
        const item = Item === undefined ? undefined : chainItem.parse(Item)
        if (item !== undefined && !isExpired(item, now)) return recordFrom(item)
        if (others.length === 0) return undefined

        const Keys = others.map((head) => ({ head }))
        const batch = batchGetItem({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } })
        const { Responses, UnprocessedKeys } = await documents.send(batch, options)
        const items = new Map((Responses?.[TableName] ?? []).map((found) => [found.head, found]))
        const unread = new Set(UnprocessedKeys?.[TableName]?.Keys?.map(({ head }) => head))
        for (const head of others) {
          if (unread.has(head)) throw new StoreUnreachable('DynamoDB did not read every conversation.')
          const found = items.get(head)
          const other = found === undefined ? undefined : chainItem.parse(found)
          if (other !== undefined && !isExpired(other, now)) return recordFrom(other)
        }
        return undefined
      })
    },

    async put(head, { state, ...times }, { restingSince = 0, leftBy } = {}) {
      const { lastSentAt, coldAt } = times
      const packed = await pack(state)
      if (packed.length > maxPackedBytes)
        throw new RangeError(`A conversation's record of ${packed.length} bytes is larger than the table takes.`)
      const put = putItem({
        TableName,
        Item: { head, state: packed, ...times, expiresAt: expiryOf(lastSentAt) },
        ConditionExpression: `attribute_not_exists(head) OR coldAt <= :now OR lastSentAt <= :resting${leftBy === undefined ? '' : ' OR leftBy = :leftBy'}`,
        ExpressionAttributeValues: {
          ':now': lastSentAt,
          ':resting': Math.max(lastSentAt - recordMilliseconds, restingSince),
          ...defined({ ':leftBy': leftBy }),
        },
      })
      return ask(writing, (options) =>
        unlessRefused<'written' | 'kept'>(
          documents.send(put, { ...options, untilTaken: true }).then(() => 'written'),
          () => raise(head, { lastSentAt, coldAt }, options).then(() => 'kept'),
        ),
      )
    },

    touch: (head, times) => ask(writing, (options) => raise(head, times, options)),
  }
}
