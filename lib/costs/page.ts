// Makes the whole of docs/costs.md from the arithmetic, so that the page cannot contradict it.

import type { Stage } from '../stage/config.ts'
import { busy, tableOperations } from './assumptions.ts'
import { breakEvenRate, containerDollars, containersFor, functionDollars, shownRates } from './containers.ts'
import { busyMonth, dollars, firewallMonth, idleMonth, type Line, total } from './month.ts'
import { prices } from './prices.ts'

const money = (amount: number): string => amount.toFixed(2)
const count = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** A price with as many digits as it needs. */
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
    `${count.format(busy.requests)} requests of ${busy.seconds} seconds each, because the model thinks that long and a function waits for it;`,
    `bodies of ${busy.bodyKb} KB, of which ${busy.forwardedKb} KB reach the provider, and answers of ${busy.answerKb} KB;`,
    `${busy.limits} limits on every account; ${busy.compressorCalls} calls of the compressor per request, ${busy.compressorSeconds} seconds and ${busy.compressorKb} KB each;`,
    `${busy.instances} ${busy.instances === 1 ? 'instance' : 'instances'} on average; ${busy.logKb} KB of logs per request; receipts of ${busy.ledgerMonths} months, records of conversations of ${busy.chainKb} KB.`,
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

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

const computeTable = (stage: Stage): string =>
  [
    '| requests a second | open streams | functions, $ | containers | $ |',
    '|---|---|---|---|---|',
    ...shownRates.map((rate) => {
      const [functions, containers] = [functionDollars(stage, rate), containerDollars(stage, rate)]
      return `| ${count.format(rate)} | ${whole.format(rate * busy.seconds)} | ${whole.format(functions)} | ${whole.format(containersFor(stage, rate))} | ${whole.format(containers)} |`
    }),
  ].join('\n')

/** `stage` is the default stage; `serverless` is the same with serverless inference. */
export const costsPage = (stage: Stage, serverless: Stage): string => `# Costs

What a month costs in \`us-east-1\`, at on-demand list prices, without free tiers and without tax. Prices and assumptions are data
(\`lib/costs/\`). \`node_modules/.bin/node bin/costs.ts > docs/costs.md\` makes this page from them, and a test compares the two. AWS's
calculator has the last word on prices. Tokens are not included: the provider charges them, and this service saves them.

## Idle

A stage without requests. Nearly all of the cost is the compressor's instance: with \`"compressor": { "kind": "serverless" }\` an
idle month costs **$${money(total(idleMonth(serverless)))}** instead of **$${money(total(idleMonth(stage)))}**.

${table(idleMonth(stage))}

## Busy

${assumptions()}

${table(busyMonth(stage))}

That is $${(total(busyMonth(stage)) / busy.requests).toFixed(5)} per request. With serverless inference it is $${money(total(busyMonth(serverless)))} in all: no instance, and
$${money(total(busyMonth(serverless).filter(({ price: name }) => name === 'serverlessGbSecond')))} for its seconds. Most of the rest pays for functions that wait, and grows with
\`functions.memoryMb\` and with the length of answers. \`"firewall": "managed"\` adds $${money(total(firewallMonth))}:

${table(firewallMonth)}

## Functions or containers

A function is paid for every second that it waits for the model; a container waits for many at once. With \`"compute": "fargate"\`
a month has a load balancer, a NAT gateway and ${stage.fargate.minimumContainers} containers at least, and costs less than functions from **${breakEvenRate(stage).toFixed(2)}
requests a second** on, which is ${count.format((breakEvenRate(stage) * 2_628_000) / 1_000_000)} million a month. Compute alone, with the assumptions above and ${stage.fargate.streamsPerContainer} streams in a
container. Tables, compressor and logs cost the same. The metrics of Container Insights, a public address for each NAT gateway, the
alarms of scaling, and with \`fargate.privateEndpoints\` an hourly price for each endpoint and zone come on top:

${computeTable(stage)}

\`npm run bench -- --only container\` measures what a stream takes of a container.

## Operations on tables

One proxied request of a known conversation makes two writes and one read, while an environment remembers key and account (for
\`functions.lookupCacheSeconds\`). Each configured limit adds ${busy.updatesPerCharge} writes and, at a tenth of their price, up to
one read, from one request a second to thousands ([limits.md](limits.md#rates), \`npm run bench:limits\`). Where many requests of
one account wait in one process, they share a write. A test sends such a request through the real functions and counts what
reaches the tables.

| operation | table | per request |
|---|---|---|
${operations()}

An environment that sent the previous turn itself reads nothing. The first request after \`functions.lookupCacheSeconds\` reads key and
account, and notes the key's use once an hour. If a conversation is not found under its last turn, one \`BatchGetItem\` looks for up to
15 earlier ones.
`
