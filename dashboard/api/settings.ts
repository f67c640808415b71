// How an account's requests are compacted, and what it pays. Limits are the operator's, and only shown.

import * as z from 'zod'
import type { AccountSettings } from '../../core/access/account.ts'
import {
  type CompactionPolicy,
  compactionModes,
  defaultFileReads,
  defaultObservations,
  fileReadRules,
  observationRules,
  serverResults,
} from '../../core/access/policy.ts'
import { defined } from '../../core/collections/defined.ts'
import { publicCompressors } from '../../core/compressor/contract.ts'
import { Refusal } from '../../core/http/refusal.ts'
import { json } from '../http.ts'
import { type Handler, note, readBody } from './call.ts'

const maxPrices = 50

export const changing = z.strictObject({
  mode: z.enum(compactionModes).optional(),
  compressor: z.enum(publicCompressors).optional(),
  /** `null`: the compressor chooses. */
  rate: z.number().min(0).max(1).nullable().optional(),
  fileReads: z.enum(fileReadRules).optional(),
  observations: z.enum(observationRules).optional(),
  serverResults: z.optional(serverResults),
  prices: z
    .record(z.string().trim().min(1).max(100), z.number().positive().max(1_000_000))
    .refine((prices) => Object.keys(prices).length <= maxPrices)
    .optional(),
})

/** What holds where the account says nothing. */
const defaults = { fileReads: defaultFileReads, observations: defaultObservations }

export const settings: Handler = async ({ account }) => {
  const { compaction, prices = {}, limits, entitlements, kind, apiAccess } = account
  return json({ ...compaction, defaults, prices, limits, entitlements, kind, apiAccess })
}

const short = (value: unknown): string => (value === undefined ? 'default' : String(value) || 'none')

/** Stores keep no order of prices. */
const inOrder = (prices: AccountSettings['prices'] = {}): string => JSON.stringify(Object.entries(prices).sort())

/** What differs, with its values: `mode repeated → off`. Prices name models in words of people, so they are only named. */
const differences = (before: CompactionPolicy, after: CompactionPolicy, arePricesChanged: boolean): string[] => [
  ...(['mode', 'compressor', 'rate', 'fileReads', 'observations', 'serverResults'] as const).flatMap((name) =>
    short(before[name]) === short(after[name]) ? [] : [`${name} ${short(before[name])} → ${short(after[name])}`],
  ),
  ...(arePricesChanged ? ['prices'] : []),
]

export const changeSettings: Handler = async (call) => {
  const { account, asked, ports } = call
  const { rate, prices = account.prices ?? {}, ...change } = readBody(asked, changing)
  const { rate: before, ...kept } = account.compaction
  // What the dashboard does not show stays as it is.
  const compaction: CompactionPolicy = {
    ...kept,
    ...defined({ ...change, rate: rate === undefined ? before : (rate ?? undefined) }),
  }
  if (!(await ports.accounts.change(account.accountId, { compaction, prices })))
    throw new Refusal('not-found', 'There is no such account.')
  const changed = differences(account.compaction, compaction, inOrder(account.prices) !== inOrder(prices))
  if (changed.length > 0) await note(call, 'settings-changed', changed.join(', '))
  return settings({ ...call, account: { ...account, compaction, prices } })
}
