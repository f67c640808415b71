// What figures have to be, worked out of receipts by docs/ledger.md alone: in whole hundredths, without a line of the product.

import type { Receipt } from '../../../core/ledger/receipt.ts'

const names = [
  'exchanges',
  'counted',
  'tokensBefore',
  'tokensAfter',
  'effectiveBefore',
  'effectiveAfter',
  'gained',
  'givenBack',
  'net',
  'observedTokens',
  'cacheRewriteTokens',
  'providerCacheReadTokens',
  'outputTokens',
  'estimatedExchanges',
] as const
export type Name = (typeof names)[number]

/** In hundredths. */
export type Figures = Readonly<Record<Name, bigint>> & {
  readonly outcomes: Readonly<Record<string, number>>
  readonly reasons: Readonly<Record<string, number>>
}

const hundredths = (value: number): bigint => {
  const [whole = '0', part = ''] = value.toFixed(2).split('.')
  return BigInt(whole) * 100n + BigInt(part)
}

const tally = (all: readonly (string | undefined)[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const one of all) if (one !== undefined) counts[one] = (counts[one] ?? 0) + 1
  return counts
}

/** Effective tokens that one exchange has saved; negative where it cost more. */
export const netOf = ({ effectiveTokensBefore = 0, effectiveTokensAfter = 0 }: Receipt): bigint =>
  hundredths(effectiveTokensBefore) - hundredths(effectiveTokensAfter)

export const figuresOf = (receipts: readonly Receipt[]): Figures => {
  const sum = (of: (receipt: Receipt) => number): bigint => receipts.reduce((all, one) => all + hundredths(of(one)), 0n)
  const nets = receipts.map(netOf)
  const positive = (all: readonly bigint[]): bigint => all.reduce((sum, net) => sum + (net > 0n ? net : 0n), 0n)
  return {
    exchanges: sum(() => 1),
    counted: sum(({ tokensBefore }) => (tokensBefore === undefined ? 0 : 1)),
    tokensBefore: sum(({ tokensBefore = 0 }) => tokensBefore),
    tokensAfter: sum(({ tokensAfter = 0 }) => tokensAfter),
    effectiveBefore: sum(({ effectiveTokensBefore = 0 }) => effectiveTokensBefore),
    effectiveAfter: sum(({ effectiveTokensAfter = 0 }) => effectiveTokensAfter),
    gained: positive(nets),
    givenBack: positive(nets.map((net) => -net)),
    net: nets.reduce((all, net) => all + net, 0n),
    observedTokens: sum(({ outcome, tokensSaved }) => (outcome === 'observed' ? tokensSaved : 0)),
    cacheRewriteTokens: sum(({ cacheRewriteTokens }) => cacheRewriteTokens),
    providerCacheReadTokens: sum(({ usage }) => usage?.cacheReadTokens ?? 0),
    outputTokens: sum(({ usage }) => usage?.outputTokens ?? 0),
    estimatedExchanges: sum(({ estimated }) => (estimated ? 1 : 0)),
    outcomes: tally(receipts.map(({ outcome }) => outcome)),
    reasons: tally(receipts.map(({ reason }) => reason)),
  }
}

/** Sums of more than this many tokens are told in whole tokens. */
const mostWithHundredths = 2n ** 44n * 100n

/** What a place tells that differs: nothing, where it tells the figures. Names that it does not tell are passed over. */
export const differences = (told: Readonly<Record<string, unknown>>, expected: Figures): readonly string[] => {
  const room = (name: Name): bigint => {
    const isNet = name === 'net' || name === 'gained' || name === 'givenBack'
    const size = isNet ? expected.gained + expected.givenBack : expected[name]
    return size < mostWithHundredths ? 0n : 100n * (expected.exchanges / 100n)
  }
  return [
    ...names.flatMap((name) => {
      const value = told[name]
      if (value === undefined) return []
      if (typeof value !== 'number' || !Number.isFinite(value) || Object.is(value, -0)) return [`${name} is ${value}`]
      const difference = hundredths(Math.abs(value)) * (value < 0 ? -1n : 1n) - expected[name]
      return (difference < 0n ? -difference : difference) <= room(name)
        ? []
        : [`${name} is ${value}, not ${Number(expected[name]) / 100}`]
    }),
    ...(['outcomes', 'reasons'] as const).flatMap((name) => {
      const sorted = (value: unknown): string => JSON.stringify(Object.entries(Object(value)).sort())
      return told[name] === undefined || sorted(told[name]) === sorted(expected[name])
        ? []
        : [`${name} are ${sorted(told[name])}`]
    }),
  ]
}

/** `2026-12-31`, as a calendar on the wall shows it. */
export const dayOn = (receivedAt: string, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    Date.parse(receivedAt),
  )

/** The days of UTC on which it is this day somewhere: looked for at every half hour around it. */
export const daysTouched = (day: string, zone: string): ReadonlySet<string> => {
  const start = Date.parse(day) - 86_400_000
  const halfHours = Array.from({ length: 144 }, (_, index) =>
    new Date(start + index * 1_800_000 + 900_000).toISOString(),
  )
  return new Set(halfHours.filter((at) => dayOn(at, zone) === day).map((at) => at.slice(0, 10)))
}

type Prices = Readonly<Record<string, number>>

const priceOf = (model: string, prices: Prices): number | undefined => {
  for (let length = model.length; length > 0; length -= 1) {
    const price = Object.hasOwn(prices, model.slice(0, length)) ? prices[model.slice(0, length)] : undefined
    if (price !== undefined) return price
  }
  return undefined
}

/** US dollars by the prices of an account, and the models whose saving or cost has none. */
export const moneyOf = (receipts: readonly Receipt[], prices: Prices) => {
  const nets = new Map<string, bigint>()
  for (const receipt of receipts)
    nets.set(receipt.model ?? '-', (nets.get(receipt.model ?? '-') ?? 0n) + netOf(receipt))
  let dollars = 0
  const unpriced: string[] = []
  for (const [model, net] of nets) {
    const price = priceOf(model, prices)
    if (price !== undefined) dollars += (Number(net) / 100 / 1e6) * price
    else if (net !== 0n) unpriced.push(model)
  }
  return { dollars, unpriced: unpriced.sort() }
}

/** US dollars of exchanges; `undefined` where none of their models has a price. */
export const worthOf = (receipts: readonly Receipt[], prices: Prices): number | undefined =>
  receipts.some(({ model = '-' }) => priceOf(model, prices) !== undefined)
    ? moneyOf(receipts, prices).dollars
    : undefined
