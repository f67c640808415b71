// Where sums are kept, as the core sees it. Everything throws `StoreUnreachable`.

import type { SavingsPart } from './fold.ts'
import type { PartKey } from './parts.ts'
import type { SessionFacts } from './session.ts'
import type { Sums } from './sums.ts'

/** So long a rebuild that breaks off holds the account's share of the stream up. One that goes on notes again and again that it does. */
export const rebuildingSeconds = 120

export interface StoredPart {
  readonly part: SavingsPart
  /** Grows with every write. */
  readonly version: number
}

/** Sessions of a page, where there are so many. */
export const leastSessionsOnPage = 25

export interface SavingsStore {
  /** The part as the last write left it. */
  find(key: PartKey): Promise<StoredPart | undefined>
  /** Writes a part over the version that was read (0: there was none). False when another write came between. */
  put(part: SavingsPart, overVersion: number): Promise<boolean>
  /** The names of a day's models, with those of `models` that it can still take. `day` as `2026-11-21`. */
  admitModels(accountId: string, day: string, models: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether the account's sums are being counted again from the ledger, as far as was noted within `rebuildingSeconds`. */
  isRebuilding(accountId: string): Promise<boolean>
  /** Notes that they are, for so long by the store's clock, or are no longer. */
  setRebuilding(accountId: string, isRebuilding: boolean): Promise<void>
}

export interface Session extends SessionFacts {
  readonly sums: Sums
}

export interface SessionPage {
  /** The one that was used last comes first. */
  readonly sessions: readonly Session[]
  /** Where the next page begins; absent where there is none. */
  readonly next?: string
}

/** The sums as they are read. */
export interface SavingsReader {
  /** Parts of one owner, in order, from one part to another, both included; all of them where none is named. */
  parts(owner: string, range?: { readonly from: string; readonly to: string }): Promise<readonly SavingsPart[]>
  session(accountId: string, sessionId: string): Promise<Session | undefined>
  /** At least `leastSessionsOnPage` sessions where there are so many, from `cursor` on. Months before `oldestMonth` are not looked at. */
  sessions(
    accountId: string,
    range: { readonly newestMonth: string; readonly oldestMonth: string },
    cursor?: string,
  ): Promise<SessionPage>
}
