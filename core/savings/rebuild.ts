// The sums of an account, counted again from the ledger: after an upgrade from a version that kept none, or when the stream
// lost what it should have delivered.

import type { Receipt } from '../ledger/receipt.ts'
import { monthsBetween } from './calendar.ts'
import { emptyPart, isSettledBefore, type SavingsPart, withReceipt } from './fold.ts'
import { modelNames } from './fold-receipts.ts'
import { daysOwner, halfHoursOwner, nameOfPart, type PartKey, partsOf, sessionKey } from './parts.ts'
import type { SavingsReader, SavingsStore } from './store.ts'

/** What a rebuild reads. */
export interface Ledger {
  /** Oldest receipt first. `month` as `2026-11`. Throws `StoreUnreachable`. */
  pages(accountId: string, month: string): AsyncIterable<readonly Receipt[]>
  session(accountId: string, sessionId: string): Promise<readonly Receipt[]>
}

export interface RebuildOptions {
  readonly accountId: string
  /** As `2026-01`. */
  readonly fromMonth: string
  /**
   * A moment, ISO 8601, such that every receipt that was settled before it stands in the ledger when this resolves. Asked
   * for when the account's share of the stream waits already.
   */
  readonly settledThrough: () => Promise<string>
  /**
   * Nobody writes receipts meanwhile: all that stand in the ledger up to the month of `settledThrough` are counted, and whatever the stream tells
   * later is new. Times would tell otherwise where a clock was put back.
   */
  readonly isQuiet?: true
}

export interface Rebuilt {
  readonly receipts: number
  readonly parts: number
}

/** A rebuild's own sums: parts by name, in memory. `rebuiltThrough`: of each. */
const counting = (rebuiltThrough: Pick<SavingsPart, 'rebuiltThrough'>) => {
  const parts = new Map<string, SavingsPart>()
  const touch = (key: PartKey): SavingsPart => {
    const part = parts.get(nameOfPart(key)) ?? { ...emptyPart(key), ...rebuiltThrough }
    parts.set(nameOfPart(key), part)
    return part
  }
  return {
    parts,
    touch,
    count: (receipt: Receipt, keys: readonly PartKey[]): void => {
      for (const key of keys) parts.set(nameOfPart(key), withReceipt(touch(key), receipt))
    },
  }
}

/** The stream has gone on: what a part has of it could not be told from what the ledger says. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** `rebuiltThrough` of a part is absent where nobody writes. */
const replace = async (store: SavingsStore, part: SavingsPart): Promise<void> => {
  const through = Date.parse(part.rebuiltThrough ?? '')
  let isDone = false
  while (!isDone) {
    const stored = await store.find(part)
    const folded = stored?.part.folded ?? {}
    // The share of the stream that waited did so for a bounded time, or until another rebuild had ended.
    if (Object.values(folded).some(({ at }) => at * 1000 >= through))
      throw new Overtaken('The stream was counted meanwhile.')
    isDone = await store.put({ ...part, folded }, stored?.version ?? 0)
  }
}

/** Notes now and then that the rebuild goes on: at its beginning, and every so many steps, none of which takes long. */
const holding = (store: SavingsStore, { accountId, isQuiet }: RebuildOptions): (() => Promise<void>) => {
  const stepsBetween = 100
  let steps = 0
  return async () => {
    if (isQuiet !== true && steps % stepsBetween === 0) await store.setRebuilding(accountId, true)
    steps += 1
  }
}

const countMonths = async (
  store: SavingsStore & SavingsReader,
  ledger: Ledger,
  { accountId, fromMonth, isQuiet }: Pick<RebuildOptions, 'accountId' | 'fromMonth' | 'isQuiet'>,
  through: string,
  hold: () => Promise<void>,
): Promise<{ readonly receipts: number; readonly parts: Iterable<SavingsPart> }> => {
  const { parts, touch, count } = counting(isQuiet === true ? {} : { rebuiltThrough: through })
  const sessions = new Set<string>()
  // The stream counts the others.
  const isOurs = (receipt: Receipt): boolean => isQuiet === true || isSettledBefore(receipt, through)
  let receipts = 0
  for (const month of monthsBetween(fromMonth, through.slice(0, 7))) {
    // What stands there and should not is written over with nothing.
    for (const owner of [halfHoursOwner(accountId, month), daysOwner(accountId, month)])
      for (const part of await store.parts(owner)) touch(part)
    for await (const page of ledger.pages(accountId, month)) {
      await hold()
      const settled = page.filter(isOurs)
      const modelOf = await modelNames(store, settled)
      for (const receipt of settled) {
        count(receipt, partsOf(receipt, modelOf(receipt)))
        if (receipt.sessionId !== undefined) sessions.add(receipt.sessionId)
      }
      receipts += settled.length
    }
  }
  // A session may be older than the first month that is counted.
  for (const sessionId of sessions) {
    await hold()
    for (const receipt of await ledger.session(accountId, sessionId))
      if (receipt.receivedAt < fromMonth && isOurs(receipt)) count(receipt, [sessionKey(accountId, sessionId)])
  }
  return { receipts, parts: parts.values() }
}

/**
 * Counts the months from `fromMonth` on. While it runs, the account's share of the stream waits. It may break off at any moment: each part
 * is then as it was or as it is to be, and the stream goes on after `rebuildingSeconds`. Throws `StoreUnreachable`, and `Overtaken` where
 * the stream went on too early.
 */
export const rebuild = async (
  store: SavingsStore & SavingsReader,
  ledger: Ledger,
  options: RebuildOptions,
): Promise<Rebuilt> => {
  const hold = holding(store, options)
  await hold()
  try {
    const through = await options.settledThrough()
    const { receipts, parts } = await countMonths(store, ledger, options, through, hold)
    let written = 0
    for (const part of parts) {
      await hold()
      await replace(store, part)
      written += 1
    }
    return { receipts, parts: written }
  } finally {
    // Also where nobody writes: one of an earlier version, which broke off, has left a marker without an end.
    await store.setRebuilding(options.accountId, false)
  }
}
