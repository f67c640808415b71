// Tables whose disk takes no more.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Level } from 'level'
import { expect, it, onTestFinished } from 'vitest'
import { dynamoAccounts } from '../../../adapters/dynamo/accounts/accounts.ts'
import { openDynamo } from '../../../adapters/dynamo/client.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import { account } from '../../core/access/callers.ts'

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }

const opened = async (path: string, unwritable: () => void) => {
  const store = await openEmbeddedDynamo({ path, unwritable })
  onTestFinished(() => store.close().catch(() => {}))
  const dynamo = openDynamo({ tablePrefix: 'full-', endpoint: store.endpoint, region: 'us-east-1', credentials })
  onTestFinished(() => dynamo.close())
  await createTables(dynamo)
  return { store, accounts: dynamoAccounts(dynamo) }
}

it('answers as in an outage, says so once, goes on reading, and writes again when it is opened again', async () => {
  const path = mkdtempSync(join(tmpdir(), 'full-disk-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  let told = 0
  const { store, accounts } = await opened(path, () => {
    told += 1
  })
  const [one, other] = [account(), { ...account(), accountId: 'other' }]
  await accounts.put(one)

  const own = { _put: Reflect.get(Level.prototype, '_put'), _batch: Reflect.get(Level.prototype, '_batch') }
  const fails = () => Promise.reject(Object.assign(new Error('IO error: no space'), { code: 'LEVEL_IO_ERROR' }))
  const restore = () => Object.assign(Level.prototype, own)
  onTestFinished(() => void restore())
  Object.assign(Level.prototype, { _put: fails, _batch: fails })
  await expect(accounts.put(other)).rejects.toThrow(StoreUnreachable)
  restore()
  await expect(accounts.put(other)).rejects.toThrow(StoreUnreachable)
  expect(told).toBe(1)
  expect(await accounts.find('acme')).toEqual(one)

  await store.close()
  const again = await opened(path, () => {})
  expect(await again.accounts.find('acme')).toEqual(one)
  await again.accounts.put(other)
})
