// A local service reports the savings of its ledger: while it runs, after it was killed, and to the operator.

import { describe, expect, it, onTestFinished } from 'vitest'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { dynamoSavings, type SavingsRecords } from '../../adapters/dynamo/ledger/savings.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { daysOwner, halfHoursOwner } from '../../core/savings/parts.ts'
import { type Sums, sumsOf, total } from '../../core/savings/sums.ts'
import { runOperator } from '../bin/operator/run-operator.ts'
import { type Facts, startService, temporaryFolder, until } from './service-process.ts'

const month = new Date().toISOString().slice(0, 7)
const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'

const storesOf = ({ dynamodbEndpoint }: Facts) => {
  const dynamo = openDynamo({
    tablePrefix: defaultTablePrefix,
    endpoint: dynamodbEndpoint,
    deadlineMilliseconds: 10_000,
    ...localAws,
  })
  onTestFinished(dynamo.close)
  return { ledger: dynamoLedger(dynamo), savings: dynamoSavings(dynamo) }
}

const ask = async ({ baseUrl, serviceKey }: Facts): Promise<void> => {
  const answer = await fetch(`${baseUrl}/v1/compress`, {
    method: 'POST',
    headers: {
      'x-service-auth-token': serviceKey,
      'content-type': 'application/json',
      'x-service-session-id': sessionId,
    },
    body: JSON.stringify({ model: 'helene-1', messages: [{ role: 'user', content: 'abcdefgh' }] }),
  })
  expect(answer.status).toBe(200)
  await answer.text()
}

const sumsIn = async (savings: SavingsRecords, owner: string): Promise<Sums> =>
  total((await savings.parts(owner)).map(({ sums }) => sums))

describe('the sums of a service', () => {
  it('are those of its ledger a second after the answer, and after it was killed', async () => {
    const folder = temporaryFolder()
    const first = await startService(['--data', folder, '--port', '0'])
    const before = storesOf(first.facts)
    for (let request = 0; request < 4; request += 1) await ask(first.facts)
    await until(async () => (await before.savings.session('local', sessionId))?.sums.exchanges === 4, 1_500)
    const counted = total((await before.ledger.month('local', month)).map(sumsOf))
    expect(await sumsIn(before.savings, halfHoursOwner('local', month))).toEqual(counted)
    expect(await sumsIn(before.savings, daysOwner('local', month))).toEqual(counted)

    // Killed between the ledger and the sums.
    await Promise.all([1, 2, 3].map(() => ask(first.facts)))
    first.process.kill('SIGKILL')
    await first.ended

    const second = await startService(['--data', folder, '--port', '0'])
    const after = storesOf(second.facts)
    const ledger = total((await after.ledger.month('local', month)).map(sumsOf))
    expect(ledger.exchanges).toBeGreaterThanOrEqual(4)
    expect(await sumsIn(after.savings, halfHoursOwner('local', month))).toEqual(ledger)
    expect((await after.savings.session('local', sessionId))?.sums).toEqual(ledger)

    // The operator counts them again while the service runs and more receipts come.
    const rebuilt = runOperator(['savings', 'rebuild', 'local', '--json', '--data', folder])
    await ask(second.facts)
    const { code, stdout } = await rebuilt
    expect([code, JSON.parse(stdout).accountId]).toEqual([0, 'local'])
    const expected = ledger.exchanges + 1
    await until(async () => (await sumsIn(after.savings, daysOwner('local', month))).exchanges === expected, 12_000)
    expect(total((await after.ledger.month('local', month)).map(sumsOf)).exchanges).toBe(expected)
  }, 60_000)
})
