// How an account's requests are compacted, and what it pays. Limits are the operator's, and only shown.

import * as z from 'zod'
import {
  compactionModes,
  defaultFileReads,
  defaultObservations,
  fileReadRules,
  givenServerResults,
  observationRules,
} from '../../core/access/policy.ts'
import { defined } from '../../core/collections/defined.ts'
import { publicCompressors } from '../../core/compressor/contract.ts'
import { Refusal } from '../../core/http/refusal.ts'
import { withChange } from '../../core/people/account-settings-store.ts'
import { settingsDifferences } from '../../core/people/settings-differences.ts'
import { leastPrice, mostPrice } from '../../core/savings/money.ts'
import { json } from '../http.ts'
import { type Handler, note, readBody } from './call.ts'
import { isPlainLine } from './plain-line.ts'

const maxPrices = 50
/** What is smaller is a slip, and DynamoDB takes no number below 1e-130. */
const leastRate = 0.001

export const changing = z.strictObject({
  mode: z.enum(compactionModes).optional(),
  compressor: z.enum(publicCompressors).optional(),
  /** `null`: the compressor chooses. */
  rate: z
    .number()
    .min(0)
    .max(1)
    .refine((rate) => rate === 0 || rate >= leastRate)
    .nullable()
    .optional(),
  fileReads: z.enum(fileReadRules).optional(),
  observations: z.enum(observationRules).optional(),
  serverResults: z.optional(givenServerResults),
  prices: z
    .record(z.string().trim().min(1).max(100).refine(isPlainLine), z.number().min(leastPrice).max(mostPrice))
    .refine((prices) => Object.keys(prices).length <= maxPrices)
    .optional(),
})

/** What holds where the account says nothing. */
const defaults = { fileReads: defaultFileReads, observations: defaultObservations }

export const settings: Handler = async ({ account }) => {
  const { compaction, prices = {}, limits, entitlements, kind, apiAccess } = account
  return json({ ...compaction, defaults, prices, limits, entitlements, kind, apiAccess })
}

export const changeSettings: Handler = async (call) => {
  const { account, asked, ports } = call
  const change = defined(readBody(asked, changing))
  // What is not named stays as others have set it, at this very moment or in settings that are not known here.
  if (Object.keys(change).length > 0 && !(await ports.accounts.change(account.accountId, change)))
    throw new Refusal('not-found', 'There is no such account.')
  const { prices = account.prices } = change
  const after = { ...account, compaction: withChange(account.compaction, change), ...defined({ prices }) }
  const changed = settingsDifferences(account, after)
  if (changed !== '') await note(call, 'settings-changed', changed)
  return settings({ ...call, account: after })
}
