// How an account's requests are compacted, and what it pays. Limits are the operator's, and only shown.

import * as z from 'zod'
import { compactionModes, fileReadRules, observationRules, serverResults } from '../../core/access/policy.ts'
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

export const settings: Handler = async ({ account }) => {
  const { compaction, prices = {}, limits, entitlements, kind, apiAccess } = account
  return json({ ...compaction, prices, limits, entitlements, kind, apiAccess })
}

export const changeSettings: Handler = async (call) => {
  const { account, asked, ports } = call
  const change = readBody(asked, changing)
  const rate = change.rate === undefined ? account.compaction.rate : (change.rate ?? undefined)
  const compaction = {
    mode: change.mode ?? account.compaction.mode,
    compressor: change.compressor ?? account.compaction.compressor,
    ...defined({
      rate,
      fileReads: change.fileReads ?? account.compaction.fileReads,
      observations: change.observations ?? account.compaction.observations,
      serverResults: change.serverResults ?? account.compaction.serverResults,
    }),
  }
  const prices = change.prices ?? account.prices ?? {}
  if (!(await ports.accounts.change(account.accountId, { compaction, prices })))
    throw new Refusal('not-found', 'There is no such account.')
  await note(call, 'settings-changed', Object.keys(change).join(', '))
  return settings({ ...call, account: { ...account, compaction, prices } })
}
