// All that an exchange needs from outside the core; the dashboard and the command line name what they need beside it. Each port stands
// in the room that owns it; adapters implement it, and test/contract proves every implementation.

import type { AccountStore, KeyStore } from '../access/keys/stores.ts'
import type { CounterStore } from '../access/limits/counters.ts'
import type { RememberedChains } from '../chain/record/remembered-chains.ts'
import type { Compressor } from '../compressor/compressor.ts'
import type { LedgerStore } from '../ledger/store.ts'
import type { CountMetric, Measure, Trace } from '../metrics/measure.ts'
import type { SetAlarm } from '../runtime/alarm.ts'
import type { Log } from '../runtime/log.ts'
import type { Send } from '../upstream/send.ts'

export interface Ports {
  readonly keys: KeyStore
  readonly accounts: AccountStore
  readonly counters: CounterStore
  readonly ledger: LedgerStore
  readonly chains: RememberedChains
  readonly compressor: Compressor
  readonly send: Send
  readonly log: Log
  readonly count: CountMetric
  readonly measure: Measure
  readonly trace: Trace
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a clock that only runs forward, with fractions: for durations. */
  readonly elapsed: () => number
  readonly alarm: SetAlarm
  /** Where people get keys; absent where there is no dashboard. */
  readonly dashboardUrl?: string
  /** Resolves once everything that is ready to run has had its turn. */
  readonly turn: () => Promise<void>
  /** Resolves once the upstream or the client, whichever was just given bytes, has had the processor. */
  readonly rest: () => Promise<void>
}
