// How an account wants its requests compacted.

import * as z from 'zod'

export const compactionModes = ['repeated', 'arrival', 'observe', 'off'] as const
/**
 * - `repeated`: fresh text is forwarded lossless; older text goes lossy later, when that pays.
 * - `arrival`: every block goes lossy the first time it is sent, as a pure function of the block.
 * - `observe`: decides and counts, and forwards the original.
 * - `off`: does nothing.
 */
export type CompactionMode = (typeof compactionModes)[number]

export const compactionPolicy = z.object({
  mode: z.enum(compactionModes),
  /** Public name of the compressor of proxied text. */
  compressor: z.string(),
  /** Fraction of tokens to remove, 0 to 1; absent: the compressor picks it. */
  rate: z.number().min(0).max(1).exactOptional(),
})
export type CompactionPolicy = Readonly<z.infer<typeof compactionPolicy>>

/** The policy of a new account. */
export const defaultPolicy: CompactionPolicy = { mode: 'repeated', compressor: 'adeline-1' }

/**
 * How deep adeline goes into proxied text, from 0 to 1: its expected-loss budget. Chosen from the frontier of
 * `npm run eval:bill -- DATA --frontier`, see docs/bill.md: the model reads a text whole before `repeated` takes from it, and
 * never where it goes lossy before it is sent first. `/v1/compress` uses the engine's own.
 */
export const proxiedBudgets = { repeated: 0.77, arrival: 0.72 } as const

/** The budget of the depth at which a mode decides. */
export const proxiedBudgetOf = (mode: CompactionMode): number =>
  mode === 'repeated' ? proxiedBudgets.repeated : proxiedBudgets.arrival
