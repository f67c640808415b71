// `npm run bench:limits`: what limits cost and how exact they are, from one request a second to thousands on one account, with
// the adapter that ships. Simulated (DynamoDB's documented behaviour, virtual time, seeded chance), or on DynamoDB Local.

import { parseArgs } from 'node:util'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { createTables } from '../../adapters/dynamo/tables/create-tables.ts'
import { orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { maxRequestsPerMinute } from '../../core/access/limits/gcra.ts'
import { withNegatives } from '../../core/text/negative-values.ts'
import { dynamodbLocalJars, startDynamodbLocal } from '../../testkit/dynamodb-local.ts'
import { asCommand } from '../command/as-command.ts'
import { load } from './load.ts'
import { type Outcome, simulate } from './simulate.ts'

const usage = `npm run bench:limits -- [options]

${optionsText({
  '--rates LIST': 'requests a second (1,100,1000,5000)',
  '--uses LIST':
    'what is asked for, as a part of the limit; above 1 the limit is used up from the start (0.05,0.5,0.95,2)',
  '--dynamodb-local': 'ten seconds of real load each, four replicas in one process',
  '--seed N': 'another random order (1)',
  '--json': 'a JSON document on each line instead of a table',
})}

Simulated unless it says otherwise: environments of Lambda, with one exchange of
20 seconds at a time each, then ten processes that take any number.`

/** Enough arrivals for a figure, and no more than it takes. */
const simulatedSeconds = (rate: number): number => Math.max(30, Math.min(2_000, Math.round(3_000 / rate)))
const realSeconds = 10

interface Asked {
  readonly host: string
  readonly requestsPerSecond: number
  readonly use: number
}

const columns = [
  'host',
  'requests/s',
  'of the limit',
  'shards',
  'writes a request',
  'reads a request',
  'throttled',
  'admitted',
  'one exact counter',
  'difference',
]

const row = ({ host, requestsPerSecond, use }: Asked, outcome: Outcome): string => {
  const { requests, processes, shards, writes, reads, throttled, admitted, exactlyAdmitted } = outcome
  const difference = ((admitted - exactlyAdmitted) / Math.max(1, exactlyAdmitted)) * 100
  return [
    `${processes} ${host}`,
    requestsPerSecond,
    `${Math.round(use * 100)} %`,
    shards,
    (writes / requests).toFixed(2),
    (reads / requests).toFixed(2),
    throttled,
    admitted,
    exactlyAdmitted,
    `${difference.toFixed(2)} %`,
  ].join(' | ')
}

interface LimitsOptions {
  readonly asked: readonly Omit<Asked, 'host'>[]
  readonly isOnDynamodbLocal: boolean
  readonly seed: number
  readonly json: boolean
}

const readLimitsOptions = (words: readonly string[]): LimitsOptions | undefined => {
  const { values } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      options: {
        rates: { type: 'string', default: '1,100,1000,5000' },
        uses: { type: 'string', default: '0.05,0.5,0.95,2' },
        'dynamodb-local': { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )
  if (values.help) return undefined
  const rates = values.rates.split(',').map(Number)
  const uses = values.uses.split(',').map(Number)
  const seed = Number(values.seed)
  if (![...rates, ...uses].every((number) => number > 0) || Number.isNaN(seed))
    throw new UsageFault('--rates and --uses take numbers above 0, --seed takes a number.')
  // No account can be given a higher limit.
  const asked = rates.flatMap((requestsPerSecond) =>
    uses
      .filter((use) => (requestsPerSecond * 60) / use <= maxRequestsPerMinute)
      .map((use) => ({ requestsPerSecond, use })),
  )
  return { asked, isOnDynamodbLocal: values['dynamodb-local'], seed, json: values.json }
}

type Show = (asked: Asked, outcome: Outcome) => void

const simulated = async ({ asked, seed }: LimitsOptions, show: Show): Promise<void> => {
  for (const [host, processes] of [
    ['environments', 'lambda'],
    ['processes', 10],
  ] as const)
    for (const one of asked)
      show(
        { host, ...one },
        await simulate({ ...one, processes, seed, seconds: simulatedSeconds(one.requestsPerSecond) }),
      )
}

const onDynamodbLocal = async ({ asked, seed }: LimitsOptions, show: Show): Promise<void> => {
  const local = await startDynamodbLocal(await dynamodbLocalJars())
  const tablePrefix = 'bench-'
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const dynamo = openDynamo({ tablePrefix, endpoint: local.endpoint, region: 'us-east-1', credentials })
  try {
    await createTables(dynamo)
    for (const one of asked)
      show({ host: 'replicas', ...one }, await load({ ...one, ...local, tablePrefix, seed, seconds: realSeconds }))
  } finally {
    dynamo.close()
    await local.end()
  }
}

const run = async (options: LimitsOptions): Promise<boolean> => {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  if (!options.json) print(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`)
  await (options.isOnDynamodbLocal ? onDynamodbLocal : simulated)(options, (asked, outcome) =>
    print(options.json ? JSON.stringify({ ...asked, ...outcome }) : `| ${row(asked, outcome)} |`),
  )
  return true
}

await asCommand({ usage, read: readLimitsOptions, run })
