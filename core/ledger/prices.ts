// What an input token costs relative to an uncached one (the *effective input token*), and how long a provider's prompt
// cache lives: per provider and model family, from their published pages.

export interface InputPrices {
  /** Read from the provider's prompt cache. */
  readonly read: number
  /** Written to it, for the shorter and for the longer lifetime. */
  readonly write: number
  readonly writeLong: number
}

const minutes = 60_000

export interface CacheRules {
  /** Whether requests are cached without asking for it. */
  readonly automatic: boolean
  /**
   * A prompt is only read up to where an earlier request ended, and only if that is fewer than so many blocks before the
   * new end. Absent: it is read up to where it first differs.
   */
  readonly lookBackBlocks?: number
  /** Shorter prompts are not cached: the least of any model of the row. */
  readonly minCacheableTokens: number
  /** How long an unused entry may live, in milliseconds: when nothing else is asked for, and for the longer lifetime. */
  readonly lifetimeMs: number
  /** How long it does live for certain, where that is less. */
  readonly minLifetimeMs?: number
  readonly longLifetimeMs: number
}

export interface PriceRow extends InputPrices, CacheRules {}

export interface ModelPrices extends PriceRow {
  /** What the names of its models begin with. */
  readonly models: readonly string[]
}

const anthropic = {
  automatic: false,
  lookBackBlocks: 20,
  minCacheableTokens: 1_024,
  lifetimeMs: 5 * minutes,
  longLifetimeMs: 60 * minutes,
} as const
/** Entries go after 5 to 10 minutes of rest, at the latest after an hour; kept longer on request for a day. */
const openai = {
  automatic: true,
  minCacheableTokens: 1_024,
  minLifetimeMs: 5 * minutes,
  lifetimeMs: 60 * minutes,
  longLifetimeMs: 24 * 60 * minutes,
} as const

/** Of one provider; the first row that names a model is the model's. */
export const anthropicPrices: readonly ModelPrices[] = [
  { ...anthropic, models: ['claude'], read: 0.1, write: 1.25, writeLong: 2 },
]

export const openaiPrices: readonly ModelPrices[] = [
  { ...openai, models: ['gpt-4.1', 'o3', 'o4'], read: 0.25, write: 1, writeLong: 1 },
  { ...openai, models: ['gpt-4o', 'gpt-4', 'o1'], read: 0.5, write: 1, writeLong: 1 },
  { ...openai, models: ['gpt-', 'codex'], read: 0.1, write: 1, writeLong: 1 },
]

/** For a model that we do not know: the cheapest reads, so that no saving is claimed that may not exist. */
const unknown: InputPrices = { read: 0.1, write: 1, writeLong: 1 }

/** Where nothing is known the plan moves least: cached unasked, for as long as anywhere, at the dearest writes. */
const cautious: PriceRow = {
  ...openai,
  lookBackBlocks: 20,
  read: 0.1,
  write: 2,
  writeLong: 2,
  lifetimeMs: openai.longLifetimeMs,
}

const rowOf = (rows: readonly ModelPrices[], model: string | undefined): ModelPrices | undefined =>
  rows.find((row) => row.models.some((name) => model?.startsWith(name)))

/** What savings are valued at. */
export const pricesOf = (rows: readonly ModelPrices[], model: string | undefined): InputPrices =>
  rowOf(rows, model) ?? unknown

/** What the plan reckons with. An upstream that the caller chose is not the provider's own: it counts as caching. */
export const cachePricesOf = (
  rows: readonly ModelPrices[],
  model: string | undefined,
  overridden: boolean,
): PriceRow => {
  const row = rowOf(rows, model) ?? cautious
  return overridden ? { ...row, automatic: true, lifetimeMs: row.longLifetimeMs } : row
}
