// What a request has changed of what was sent before.

/** What the segments' moves have done: the first turn of any, and whether the provider would have read some of it. */
export interface Moved {
  readonly turn?: number
  readonly paid: boolean
  /** What was claimed for it, in effective tokens. */
  readonly claimed: number
  /** Tokens of what they took out of what was sent before. */
  readonly tokens: number
  /** Of all texts that travel shortened. */
  readonly digests: readonly number[]
}
