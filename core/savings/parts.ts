// Where the sums of an account stand: one item per session, per half hour and per day, key, mode, agent and model. A receipt
// has its share in two or three of them.

import type { Receipt } from '../ledger/receipt.ts'

/** The key of one item. */
export interface PartKey {
  readonly owner: string
  readonly part: string
}

/** What it is called where it is held in memory. */
export const nameOfPart = ({ owner, part }: PartKey): string => JSON.stringify([owner, part])

/** What a day's sums are told apart by. `-` where a receipt does not say. */
export interface Dimensions {
  readonly keyId: string
  readonly mode: string
  readonly client: string
  readonly model: string
}

export const unsaid = '-'
/** Stands for every model of a day beyond the first `maxModelsPerDay`: callers choose the names, and may choose many. */
export const otherModels = 'other'
export const maxModelsPerDay = 200
const maxModelCharacters = 100

export const sessionPart = 'total'

/** The key of a session's item. UUIDs are compared without regard to case. */
export const sessionKey = (accountId: string, sessionId: string): PartKey => ({
  owner: `${accountId}#session#${sessionId.toLowerCase()}`,
  part: sessionPart,
})

/** The owner of a month's half hours. `month` as `2026-11`. */
export const halfHoursOwner = (accountId: string, month: string): string => `${accountId}#${month}#half-hours`

/** The owner of a month's days. */
export const daysOwner = (accountId: string, month: string): string => `${accountId}#${month}#days`

/** The key of the names of a day's models. `day` as `2026-11-21`. */
export const modelsKey = (accountId: string, day: string): PartKey => ({
  owner: `${accountId}#${day.slice(0, 7)}#models`,
  part: day.slice(8),
})

/** The part of a half hour, from any moment in it (ISO 8601 in UTC): `21T22:30`. */
export const halfHourPart = (at: string): string => `${at.slice(8, 14)}${Number(at.slice(14, 16)) < 30 ? '00' : '30'}`

/** The moment at which a half hour begins, ISO 8601. */
export const halfHourStart = (month: string, part: string): string => `${month}-${part}:00.000Z`

/** A model's name as the sums know it: whole characters, not too many. */
export const modelLabel = (model: string | undefined): string =>
  model === undefined || model === '' ? unsaid : model.slice(0, maxModelCharacters).toWellFormed()

/** The dimensions of a receipt. */
const dimensionsOf = (receipt: Receipt): Dimensions => ({
  keyId: receipt.keyId,
  mode: receipt.compactionMode ?? unsaid,
  client: receipt.client ?? unsaid,
  model: modelLabel(receipt.model),
})

/** The part of a day: the model comes last, since only it may contain a `#`. */
const dayPart = (day: string, { keyId, mode, client, model }: Dimensions): string =>
  `${day.slice(8)}#${keyId}#${mode}#${client}#${model}`

/** The day of the month and the dimensions that a part names. Throws `RangeError` if it is not the part of a day. */
export const readDayPart = (part: string): Dimensions & { readonly dayOfMonth: string } => {
  const [dayOfMonth, keyId, mode, client, ...model] = part.split('#')
  if (dayOfMonth === undefined || keyId === undefined || mode === undefined || client === undefined)
    throw new RangeError('This is not the part of a day.')
  return { dayOfMonth, keyId, mode, client, model: model.join('#') }
}

/** Every item in which a receipt has a share. `model` is the name that the day's sums know it by. */
export const partsOf = (receipt: Receipt, model: string): readonly PartKey[] => {
  const { accountId, receivedAt, sessionId } = receipt
  const month = receivedAt.slice(0, 7)
  return [
    { owner: halfHoursOwner(accountId, month), part: halfHourPart(receivedAt) },
    {
      owner: daysOwner(accountId, month),
      part: dayPart(receivedAt.slice(0, 10), { ...dimensionsOf(receipt), model }),
    },
    ...(sessionId === undefined ? [] : [sessionKey(accountId, sessionId)]),
  ]
}
