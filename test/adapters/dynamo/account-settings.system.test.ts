// Settings that several people, the operator and another version of the service change: nobody undoes what another has set.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dynamoAccountSettings } from '../../../adapters/dynamo/accounts/account-settings.ts'
import { type Dynamo, dynamoOver } from '../../../adapters/dynamo/client.ts'
import { getItem, putItem } from '../../../adapters/dynamo/commands.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { newAccount } from '../../../core/access/keys/issue.ts'
import { StoreBusy } from '../../../core/runtime/store-unreachable.ts'
import { dynamoStores } from '../../contract/dynamo-stores.ts'

const TableName = 'settings-entitlements'
let embedded: EmbeddedDynamo
let dynamo: Dynamo

beforeAll(async () => {
  embedded = await openEmbeddedDynamo()
  dynamo = dynamoOver(embedded.documents, { tablePrefix: 'settings-', deadlineMilliseconds: 10_000 })
  await dynamoStores(dynamo)
})
afterAll(() => embedded.close())

const account = async (more: object = {}): Promise<string> => {
  const accountId = `acme-${randomBytes(6).toString('hex')}`
  const made = newAccount(accountId, 'organization', randomBytes(32), 0)
  const Item = { ...made, compaction: { ...made.compaction, ...more } }
  await dynamo.documents.send(putItem({ TableName, Item }))
  return accountId
}
const stored = async (accountId: string) =>
  (await dynamo.documents.send(getItem({ TableName, Key: { accountId } }))).Item ?? {}

it('changes at once all stand', async () => {
  const accountId = await account()
  const changes = [{ mode: 'off' }, { rate: 0.5 }, { fileReads: 'keep' }, { prices: { claude: 3 } }] as const
  const made = changes.map((change) => dynamoAccountSettings(dynamo).change(accountId, change))
  expect(await Promise.all(made)).toEqual([true, true, true, true])
  expect(await stored(accountId)).toMatchObject({
    compaction: { mode: 'off', rate: 0.5, fileReads: 'keep', compressor: 'adeline-1' },
    prices: { claude: 3 },
  })
})

it('what another version has set stays, and a rate is taken away', async () => {
  const accountId = await account({ rate: 0.5, depth: { of: ['a', 'newer', 'version'] } })
  const settings = dynamoAccountSettings(dynamo)
  expect(await settings.change(accountId, { mode: 'observe', rate: null })).toBe(true)
  const { compaction, prices } = await stored(accountId)
  expect(compaction).toEqual({ mode: 'observe', compressor: 'adeline-1', depth: { of: ['a', 'newer', 'version'] } })
  expect(prices).toBeUndefined()
  expect(await settings.change('nobody', { mode: 'off' })).toBe(false)
})

it('a change that others come before again and again ends', async () => {
  const accountId = await account()
  let looks = 0
  const { documents } = dynamo
  const busy: Dynamo = {
    ...dynamo,
    documents: {
      async send(command, options) {
        const answer = await documents.send(command, options)
        if (command.operation === 'GetItem') {
          looks += 1
          await dynamoAccountSettings(dynamo).change(accountId, { rate: looks / 100 })
        }
        return answer
      },
    },
  }
  await expect(dynamoAccountSettings(busy).change(accountId, { mode: 'off' })).rejects.toBeInstanceOf(StoreBusy)
  expect((await stored(accountId)).compaction).toMatchObject({ mode: 'repeated', rate: looks / 100 })
})
