// How an account wants its requests compacted.

export const compactionModes = ['repeated', 'arrival', 'observe', 'off'] as const
/**
 * - `repeated`: fresh text travels in its lossless form; older text goes lossy when that pays (needs the chain memory; until then lossless only).
 * - `arrival`: every block goes lossy the first time it is sent, as a pure function of the block.
 * - `observe`: decides and accounts, forwards the original.
 * - `off`: does nothing.
 */
export type CompactionMode = (typeof compactionModes)[number]

export interface CompactionPolicy {
  readonly mode: CompactionMode
  /** Public name of the compressor of proxied text. */
  readonly compressor: string
  /** Fraction of tokens to remove, 0 to 1; absent: the compressor picks it. */
  readonly rate?: number
}

/** What a new account gets. */
export const defaultPolicy: CompactionPolicy = { mode: 'repeated', compressor: 'adeline-1' }
