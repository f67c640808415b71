// The items of the tables, validated on read. Attributes have the names of the core's types. An error names a broken item
// by table and attribute, never by value.

import * as z from 'zod/mini'
import {
  type Account,
  type AccountSettings,
  accountKinds,
  entitlements,
  type ServiceKey,
} from '../../core/access/account.ts'
import { kindlyReadPolicy } from '../../core/access/policy.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { receiptSchema } from '../../core/ledger/receipt-schema.ts'

const limits = z.object({
  requestsPerMinute: z.exactOptional(z.int().check(z.positive())),
  tokensPerMinute: z.exactOptional(z.int().check(z.positive())),
})

const isPrice = (value: unknown): boolean => typeof value === 'number' && value > 0

const accountSettings = z.object({
  accountId: z.string(),
  kind: z.enum(accountKinds),
  apiAccess: z.boolean(),
  // One that is not known here entitles to nothing here.
  entitlements: z.pipe(
    z.array(z.string()),
    z.transform((names) => entitlements.filter((known) => names.includes(known))),
  ),
  limits,
  compaction: kindlyReadPolicy,
  // They are for figures in money alone: of what is not known here, those models have none.
  prices: z.exactOptional(
    z.catch(
      z.pipe(
        z.record(z.string(), z.unknown()),
        z.transform((prices) =>
          Object.fromEntries(Object.entries(prices).filter((price): price is [string, number] => isPrice(price[1]))),
        ),
      ),
      {},
    ),
  ),
  createdAt: z.iso.datetime(),
})
const account = z.extend(accountSettings, { chainSecret: z.base64() })

const serviceKey = z.object({
  keyHash: z.hex().check(z.length(64)),
  keyId: z.string(),
  accountId: z.string(),
  suffix: z.string(),
  limits,
  label: z.exactOptional(z.string()),
  createdBy: z.exactOptional(z.string()),
  issuedTo: z.exactOptional(z.object({ personId: z.string(), device: z.string() })),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.exactOptional(z.iso.datetime()),
  revokedAt: z.exactOptional(z.iso.datetime()),
  expiresAt: z.exactOptional(z.iso.datetime()),
})

/** What stands in a table is not what this version writes: broken, or written by a newer one. */
export class ItemNotValid extends Error {
  override readonly name = 'ItemNotValid'
}

/** A judgement of items of a table, by its schema. It throws `ItemNotValid`. */
export const reader =
  <Item>(table: string, schema: z.ZodMiniType<Item>) =>
  (item: unknown): Item => {
    const parsed = schema.safeParse(item)
    if (parsed.success) return parsed.data
    const attributes = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
    throw new ItemNotValid(`An item of the table ${table} is not valid: ${attributes}.`)
  }

/** Throws if the item is not a valid account. */
export const readAccount: (item: unknown) => Account = reader('entitlements', account)
/** Throws if the item is not a valid account. */
export const readAccountSettings: (item: unknown) => AccountSettings = reader('entitlements', accountSettings)
/** Throws if the item is not a valid key. */
export const readServiceKey: (item: unknown) => ServiceKey = reader('keys', serviceKey)
/** Throws if the item is not a valid receipt. */
export const readReceipt: (item: unknown) => Receipt = reader('ledger', receiptSchema)
