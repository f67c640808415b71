// What an input token costs relative to an uncached one, per provider and model family: the *effective input token*.
// Multipliers of the providers' published price lists; lifetimes and minimum lengths belong to the plan that moves text.

export interface InputPrices {
  /** Read from the provider's prompt cache. */
  readonly read: number
  /** Written to it, for the shorter and for the longer lifetime. */
  readonly write: number
  readonly writeLong: number
}

interface PriceRow extends InputPrices {
  readonly provider: string
  /** What the model's name begins with; first match wins. */
  readonly models: readonly string[]
}

const rows: readonly PriceRow[] = [
  { provider: 'provider-a', models: ['claude'], read: 0.1, write: 1.25, writeLong: 2 },
  { provider: 'provider-b', models: ['gpt-4.1', 'o3', 'o4'], read: 0.25, write: 1, writeLong: 1 },
  { provider: 'provider-b', models: ['gpt-4o', 'gpt-4', 'o1'], read: 0.5, write: 1, writeLong: 1 },
  { provider: 'provider-b', models: ['gpt-', 'codex'], read: 0.1, write: 1, writeLong: 1 },
]

/** For a model that we do not know: the cheapest reads, so that no saving is claimed that may not exist. */
const unknown: InputPrices = { read: 0.1, write: 1, writeLong: 1 }

export const pricesOf = (provider: string, model: string | undefined): InputPrices =>
  rows.find((row) => row.provider === provider && row.models.some((name) => model?.startsWith(name))) ?? unknown
