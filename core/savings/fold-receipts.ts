// A batch of the ledger's stream into the sums. All or nothing is not needed: what was counted before a failure is refused
// when the batch comes again.

import type { Receipt } from '../ledger/receipt.ts'
import { fold, type StreamedReceipt } from './fold.ts'
import { modelLabel, otherModels, type PartKey, partsOf, unsaid } from './parts.ts'
import type { SavingsStore } from './store.ts'

/** The account's sums are being counted again: the batch has to come back later. */
export class Rebuilding extends Error {
  override readonly name = 'Rebuilding'
}

/** Somebody else wrote this part again and again while this batch tried to. */
class Contended extends Error {
  override readonly name = 'Contended'
}

const attempts = 20
const atOnce = 8

interface Share {
  readonly key: PartKey
  readonly batch: StreamedReceipt[]
}

/** The name that a day's sums know a receipt's model by. */
export const modelNames = async (
  store: Pick<SavingsStore, 'admitModels'>,
  receipts: readonly Receipt[],
): Promise<(receipt: Receipt) => string> => {
  const days = new Map<string, { accountId: string; day: string; models: Set<string> }>()
  const dayOf = ({ accountId, receivedAt }: Receipt): string => `${accountId}#${receivedAt.slice(0, 10)}`
  for (const receipt of receipts) {
    const label = modelLabel(receipt.model)
    if (label === unsaid) continue
    const { accountId, receivedAt } = receipt
    const day = days.get(dayOf(receipt)) ?? { accountId, day: receivedAt.slice(0, 10), models: new Set() }
    days.set(dayOf(receipt), day)
    day.models.add(label)
  }
  const admitted = new Map<string, ReadonlySet<string>>()
  for (const [name, { accountId, day, models }] of days)
    admitted.set(name, await store.admitModels(accountId, day, [...models]))
  return (receipt) => {
    const label = modelLabel(receipt.model)
    return label === unsaid || admitted.get(dayOf(receipt))?.has(label) ? label : otherModels
  }
}

const sharesOf = (batch: readonly StreamedReceipt[], modelOf: (receipt: Receipt) => string): readonly Share[] => {
  const shares = new Map<string, Share>()
  for (const streamed of batch)
    for (const key of partsOf(streamed.receipt, modelOf(streamed.receipt))) {
      const name = JSON.stringify([key.owner, key.part])
      const share = shares.get(name) ?? { key, batch: [] }
      shares.set(name, share)
      share.batch.push(streamed)
    }
  return [...shares.values()]
}

const foldShare = async (store: SavingsStore, { key, batch }: Share): Promise<void> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await store.find(key)
    const after = fold(stored?.part, key, batch)
    if (after === undefined || (await store.put(after, stored?.version ?? 0))) return
  }
  throw new Contended('A part of the sums could not be written: others write it all the time.')
}

/**
 * Counts a batch, each receipt once, however often it comes. Throws `Rebuilding`, `Contended` or `StoreUnreachable` when
 * the batch has to come again.
 */
export const foldReceipts = async (store: SavingsStore, batch: readonly StreamedReceipt[]): Promise<void> => {
  for (const accountId of new Set(batch.map(({ receipt }) => receipt.accountId)))
    if (await store.isRebuilding(accountId)) throw new Rebuilding('The sums of an account are being counted again.')
  const modelOf = await modelNames(
    store,
    batch.map(({ receipt }) => receipt),
  )
  const shares = sharesOf(batch, modelOf)
  for (let first = 0; first < shares.length; first += atOnce)
    await Promise.all(shares.slice(first, first + atOnce).map((share) => foldShare(store, share)))
}
