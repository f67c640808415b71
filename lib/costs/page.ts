// docs/costs.md, whole, out of the arithmetic: the page cannot say what the arithmetic does not.

import type { Stage } from '../stage/config.ts'
import { busy, tableOperations } from './assumptions.ts'
import { busyMonth, dollars, firewallMonth, idleMonth, type Line, total } from './month.ts'
import { prices } from './prices.ts'

const money = (amount: number): string => amount.toFixed(2)
const count = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** As many digits as a price needs. */
const price = (amount: number): string => new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 6 }).format(amount)

const table = (lines: readonly Line[]): string =>
  [
    '| what | quantity | at $ | $ |',
    '|---|---|---|---|',
    ...lines.map((line) => {
      const { dollars: each, per } = prices[line.price]
      return `| ${line.what} | ${line.how} | ${price(each)} per ${per} | ${money(dollars(line))} |`
    }),
    `| **together** | | | **${money(total(lines))}** |`,
  ].join('\n')

const assumptions = (): string =>
  [
    `${count.format(busy.requests)} requests; ${busy.seconds} seconds each, for the model thinks that long and a function waits with it;`,
    `bodies of ${busy.bodyKb} KB, of which ${busy.forwardedKb} KB go on to the provider, and answers of ${busy.answerKb} KB;`,
    `${busy.limits} limits on every account; ${busy.compressorCalls} calls of the compressor per request, ${busy.compressorSeconds} seconds and ${busy.compressorKb} KB each;`,
    `${busy.instances} instances in the mean; ${busy.logKb} KB of logs per request; receipts of ${busy.ledgerMonths} months, records of conversations of ${busy.chainKb} KB.`,
  ].join('\n')

const operations = (): string =>
  Object.entries(tableOperations)
    .flatMap(([when, named]) =>
      Object.entries(named).map(([operation, times]) => {
        const [action = '', name = ''] = operation.split(' ')
        return `| \`${action}\` | ${name} | ${times}${when === 'perLimit' ? ' for each configured limit' : ''} |`
      }),
    )
    .join('\n')

/** `stage` is the one that ships as the default; `serverless` the same with serverless inference. */
export const costsPage = (stage: Stage, serverless: Stage): string => `# Costs

What a month costs in \`us-east-1\`, at list prices on demand, free tiers left out, tax too. Prices and assumptions are data
(\`lib/costs/\`); this page is made of them by \`node_modules/.bin/node bin/costs.ts > docs/costs.md\`, and a test holds it to them.
AWS's calculator has the last word on prices. Tokens are the provider's to charge, and are what this service saves.

## Idle

Nothing but what stands there. The compressor's instance is nearly all of it; with \`"compressor": { "kind": "serverless" }\` an
idle month costs **$${money(total(idleMonth(serverless)))}** in place of **$${money(total(idleMonth(stage)))}**.

${table(idleMonth(stage))}

## Busy

${assumptions()}

${table(busyMonth(stage))}

That is $${(total(busyMonth(stage)) / busy.requests).toFixed(5)} per request. With serverless inference it is $${money(total(busyMonth(serverless)))} in all: no instance, but
$${money(total(busyMonth(serverless).filter(({ price: name }) => name === 'serverlessGbSecond')))} for its seconds. Most of the rest is the waiting of functions, proportional to
\`functions.memoryMb\` and to how long answers take. \`"firewall": "managed"\` adds $${money(total(firewallMonth))}:

${table(firewallMonth)}

## Operations on tables

For one proxied request of a conversation that is known, while an environment remembers key and account (for
\`functions.lookupCacheSeconds\`): two writes, one more for each configured limit, and one read. A test sends such a request
through the real functions and counts what reaches the tables.

| operation | table | per request |
|---|---|---|
${operations()}

An environment that has sent the turn before itself reads nothing. The first request after \`functions.lookupCacheSeconds\`
reads key and account, and notes the key's use once an hour. A conversation that is not found under the last turn costs one
\`BatchGetItem\` of up to 15 more.
`
