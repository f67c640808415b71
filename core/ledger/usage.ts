// Token usage as a provider reports it, brought to one meaning.

export interface Usage {
  /** All input tokens, those read from and written to the provider's cache included. */
  readonly inputTokens: number
  readonly cacheReadTokens: number
  /** Written to a cache of the shorter lifetime (5 minutes where there are two). */
  readonly cacheWriteTokens: number
  /** Written to a cache of the longer lifetime (1 hour where there are two). */
  readonly cacheWriteLongTokens: number
  readonly outputTokens: number
  /** The provider does not say what was read from a cache: those counts are 0. */
  readonly cacheUntold?: true
  /** The provider does not say what was written to a cache: where a request asks for that, part of its prompt may be in no count. */
  readonly writesUntold?: true
  /**
   * The provider has asked its model several times, as for tools that it runs itself, or another model in its place: the counts are sums, and none
   * is of the prompt in this model's cache.
   */
  readonly summed?: true
}
