// The results of the demo's tools: pretty-printed JSON, coloured test logs, a source file. They are made up and have the
// form of real results.

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

const green = (text: string): string => `\u001b[32m${text}\u001b[39m`
const red = (text: string): string => `\u001b[31m${text}\u001b[39m`
const dim = (text: string): string => `\u001b[2m${text}\u001b[22m`

const branches = ['main', 'main', 'voucher-limits', 'main', 'faster-cart', 'main', 'main', 'voucher-limits']

/** Runs of the build; the newest failed. */
export const buildRuns = pretty({
  repository: 'harbour-shop/checkout',
  total_count: branches.length,
  runs: branches.map((branch, index) => ({
    id: 48_120 - index * 3,
    name: 'nightly',
    branch,
    status: 'completed',
    conclusion: index === 0 ? 'failure' : 'success',
    commit: { sha: `${(7_340_033 * (index + 11)).toString(16)}e4`, author: index % 2 === 0 ? 'mlind' : 'obaptiste' },
    started_at: `2026-11-${19 - index}T02:00:0${index}Z`,
    duration_seconds: 412 + ((index * 37) % 60),
    jobs: {
      lint: 'success',
      unit: index === 0 ? 'failure' : 'success',
      end_to_end: index === 0 ? 'skipped' : 'success',
    },
    artifacts: [],
  })),
})

const suites = ['cart', 'customer', 'delivery', 'discount', 'invoice', 'payment', 'stock', 'voucher'] as const
const cases = [
  'an empty cart',
  'one item',
  'many items',
  'a removed item',
  'two currencies',
  'a guest',
  'a returning customer',
]

const suiteLines = (suite: (typeof suites)[number], failing: boolean, at: number): string[] => {
  const broken = failing && suite === 'discount'
  const mark = (index: number): string => (broken && index === 4 ? red('×') : green('✓'))
  return [
    ` ${broken ? red('❯') : green('✓')} test/${suite}.test.ts ${dim(`(${cases.length} tests)`)} ${dim(`${31 + at * 7} ms`)}`,
    ...cases.map((name, index) => `   ${mark(index)} ${suite} with ${name} ${dim(`${2 + ((index + at) % 5)} ms`)}`),
  ]
}

const failure = [
  '',
  red(' FAIL  test/discount.test.ts > discount with two currencies'),
  red('AssertionError: expected 1799 to be 1800'),
  '',
  dim('  41|   const total = discounted({ cents: 1999, currency: "EUR" }, { percent: 10 })'),
  dim('  42|   expect(total.cents).toBe(1800)'),
  red('    |                       ^'),
  '     at test/discount.test.ts:42:23',
]

/** A coloured run of the tests; one fails, or none. */
export const testLog = (failing: boolean): string =>
  [
    dim(' RUN  v5.1.1 /srv/build/checkout'),
    '',
    ...suites.flatMap((suite, at) => suiteLines(suite, failing, at)),
    ...(failing ? failure : []),
    '',
    ` Test Files  ${failing ? `${red('1 failed')} | ${green('7 passed')}` : green('8 passed')} (8)`,
    `      Tests  ${failing ? `${red('1 failed')} | ${green('55 passed')}` : green('56 passed')} (56)`,
    `   Duration  ${failing ? '1.94' : '1.88'} s`,
  ].join('\n')

/** The file at fault. An agent quotes it in its edit, so it has to stay as it is. */
export const sourceFile = `import type { Money } from './money.ts'

export interface Discount {
  readonly percent: number
}

/** The price after a discount, in whole cents. */
export const discounted = (price: Money, { percent }: Discount): Money => {
  const factor = 1 - percent / 100
  return { ...price, cents: Math.floor(price.cents * factor) }
}

/** Several discounts, one after the other; each is taken off what the one before it left. */
export const discountedBy = (price: Money, discounts: readonly Discount[]): Money =>
  discounts.reduce(discounted, price)
`

/** Orders of one hour, most of them alike. */
export const orders = pretty({
  window: { from: '2026-11-19T14:00:00Z', to: '2026-11-19T15:00:00Z' },
  orders: Array.from({ length: 14 }, (_, index) => ({
    id: `ord_${48_200 + index * 3}`,
    status: index === 9 ? 'refunded' : 'paid',
    price: { cents: 1_999 + index * 250, currency: index % 4 === 3 ? 'SEK' : 'EUR' },
    discount: index % 3 === 0 ? { percent: 10, code: 'NOVEMBER' } : null,
    customer: { id: `cus_${7_000 + index * 13}`, country: index % 4 === 3 ? 'SE' : 'NL' },
    delivery: { carrier: 'postnord', service: 'standard', tracking: null },
    flags: [],
  })),
})
