// What a change of an account's settings is told as in the audit: what differs, with its values.

import type { AccountSettings } from '../access/account.ts'

type Told = Pick<AccountSettings, 'apiAccess' | 'entitlements' | 'limits' | 'compaction' | 'prices'>

const short = (value: unknown): string => (value === undefined ? 'default' : String(value) || 'none')

/** Stores keep no order of prices. */
const inOrder = (prices: AccountSettings['prices'] = {}): string => JSON.stringify(Object.entries(prices).sort())

/** Every setting, as it is told. */
const told = ({
  apiAccess,
  entitlements,
  limits,
  compaction,
}: Told): readonly (readonly [name: string, text: string])[] => [
  ['API access', apiAccess ? 'yes' : 'no'],
  ['entitlements', short(entitlements)],
  ['requests per minute', String(limits.requestsPerMinute ?? 'no limit')],
  ['input tokens per minute', String(limits.tokensPerMinute ?? 'no limit')],
  ['mode', compaction.mode],
  ['compressor', compaction.compressor],
  ['rate', short(compaction.rate)],
  ['file reads', short(compaction.fileReads)],
  ['observations', short(compaction.observations)],
  ['server results', short(compaction.serverResults)],
]

/** `mode repeated → off, rate default → 0.5`; empty where nothing differs. Prices name models in words of people, so they are only named. */
export const settingsDifferences = (before: Told, after: Told): string => {
  const then = told(after)
  const changes = told(before).flatMap(([name, text], index) => {
    const now = then[index]?.[1]
    return text === now ? [] : [`${name} ${text} → ${now}`]
  })
  return [...changes, ...(inOrder(before.prices) === inOrder(after.prices) ? [] : ['prices'])].join(', ')
}
