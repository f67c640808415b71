// Savings in money, by what an account says it pays: US dollars per million input tokens, by the beginning of a model's name.

export type Prices = Readonly<Record<string, number>>

/** What a million tokens may cost. A smaller number is written with an exponent, which no owner would. */
export const [leastPrice, mostPrice] = [0.000_001, 1_000_000]

/** Not so where it is no number. */
export const isPrice = (dollars: number): boolean => dollars >= leastPrice && dollars <= mostPrice

/** The price of the longest beginning that the model's name has; nothing if it has none. */
export const priceOf = (model: string, prices: Prices): number | undefined => {
  const [longest] = Object.keys(prices)
    .filter((beginning) => model.startsWith(beginning))
    .sort((one, other) => other.length - one.length)
  return longest === undefined ? undefined : prices[longest]
}

export interface Money {
  /** US dollars saved; negative where compaction cost more than it saved. */
  readonly dollars: number
  /** Models with a saving and no price: they are in no sum. */
  readonly unpriced: readonly string[]
}

/** What effective tokens were worth. */
export const moneyOf = (nets: Iterable<{ readonly model: string; readonly net: number }>, prices: Prices): Money => {
  let dollars = 0
  // In hundredths, which add up exactly: what one key has saved another may have lost.
  const unpriced = new Map<string, number>()
  for (const { model, net } of nets) {
    const price = priceOf(model, prices)
    if (price !== undefined) dollars += (net * price) / 1_000_000
    else unpriced.set(model, (unpriced.get(model) ?? 0) + Math.round(100 * net))
  }
  return { dollars, unpriced: [...unpriced.keys()].filter((model) => unpriced.get(model) !== 0).sort() }
}
