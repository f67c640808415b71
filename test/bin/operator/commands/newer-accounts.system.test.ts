// Commands that look at all accounts, beside one that a newer version has made: it is named, and holds none of the others up.

import { beforeAll, describe, expect, it } from 'vitest'
import { putItem } from '../../../../adapters/dynamo/commands.ts'
import { dynamoSavings } from '../../../../adapters/dynamo/ledger/savings.ts'
import { tableName } from '../../../../adapters/dynamo/tables/tables.ts'
import { foldReceipts } from '../../../../core/savings/fold-receipts.ts'
import { aReceipt } from '../../../adapters/dynamo/receipts.ts'
import { account, now, serviceKey } from '../../../core/access/callers.ts'
import { testDeployment } from '../test-deployment.ts'

const { dynamo, keys, operator, refusal, organization } = testDeployment()

const said = `The account "newer" is not understood. An item of the table entitlements is not valid: kind. A newer version may have written it.`
const period = ['--month', '2026-11']

beforeAll(async () => {
  await organization('known')
  const { documents, tablePrefix } = dynamo()
  const Item = { ...account(), accountId: 'newer', kind: 'household' }
  await documents.send(putItem({ TableName: tableName(tablePrefix, 'entitlements'), Item }))
  await keys().put(serviceKey({ accountId: 'newer' }).key)
  const receipt = aReceipt({ accountId: 'known', receivedAt: '2026-11-02T10:00:00.000Z' })
  const counted = {
    receipt: { ...receipt, tokensBefore: 10, tokensAfter: 5 },
    shardId: 'shard-1',
    sequence: '1',
    at: now,
  }
  await foldReceipts(dynamoSavings(dynamo()), [counted])
})

describe('an account of a kind that is not known here', () => {
  it('is named by "account list", behind the others', async () => {
    const { code, stdout } = await operator('account', 'list')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\nknown +organization +yes /)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(said)
    const { stdout: document, stderr } = await operator('account', 'list', '--json')
    expect(JSON.parse(document)).toMatchObject([{ accountId: 'known' }])
    expect(stderr).toBe(`${said}\n`)
  })

  it('is named by "savings", behind the sums of the others', async () => {
    const { code, stdout } = await operator('savings', ...period)
    expect(code).toBe(0)
    expect(stdout).toMatch(/\nknown +1 /)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(said)
    for (const form of ['--json', '--csv'])
      expect((await operator('savings', ...period, form)).stderr).toBe(`${said}\n`)
  })

  it.each(['account show newer', 'account enable-api newer', 'savings newer', 'ledger newer'])(
    'is refused by its name: %s',
    async (words) => {
      expect(await refusal(...words.split(' '))).toBe(said)
    },
  )
})
