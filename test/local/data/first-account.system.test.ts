// The key of a local service: kept between starts, and replaced when it can no longer be used.

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { dynamoKeys } from '../../../adapters/dynamo/accounts/keys.ts'
import { type Dynamo, openDynamo } from '../../../adapters/dynamo/client.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { defaultTablePrefix } from '../../../adapters/dynamo/tables/tables.ts'
import { openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { localAws } from '../../../adapters/embedded/local-aws.ts'
import { serviceKeyHash } from '../../../core/access/keys/api-key.ts'
import { ensureFirstKey } from '../../../local/data/first-account.ts'
import { afterSuite } from '../../../testkit/after-suite.ts'
import { temporaryFolder } from '../service-process.ts'

const finallyDo = afterSuite()
let dynamo: Dynamo
beforeAll(async () => {
  const tables = await openEmbeddedDynamo()
  finallyDo(tables.close)
  dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint: tables.endpoint, ...localAws })
  finallyDo(dynamo.close)
  await createTables(dynamo)
})

const isUsable = async (secret: string): Promise<boolean> => {
  const key = await dynamoKeys(dynamo).find(serviceKeyHash(secret))
  return key !== undefined && key.revokedAt === undefined
}

describe('the first key', () => {
  it('is the same at the next start', async () => {
    const file = join(temporaryFolder(), 'service-key')
    const secret = await ensureFirstKey(dynamo, file)
    expect(await ensureFirstKey(dynamo, file)).toBe(secret)
    expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['is gone', (file: string) => rmSync(file)],
    ['holds something else', (file: string) => writeFileSync(file, `ak_${'0'.repeat(49)}\n`, { mode: 0o644 })],
  ])('is a new one if its file %s; the old one stays usable', async (_name, spoil) => {
    const file = join(temporaryFolder(), 'service-key')
    const first = await ensureFirstKey(dynamo, file)
    spoil(file)
    const second = await ensureFirstKey(dynamo, file)
    expect(second).not.toBe(first)
    expect([await isUsable(first), await isUsable(second)]).toEqual([true, true])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is a new one if the old one is revoked', async () => {
    const file = join(temporaryFolder(), 'service-key')
    const first = await ensureFirstKey(dynamo, file)
    const keys = dynamoKeys(dynamo)
    const key = await keys.find(serviceKeyHash(first))
    await keys.revoke(key?.keyId ?? '', Date.now())
    const second = await ensureFirstKey(dynamo, file)
    expect(second).not.toBe(first)
    expect([await isUsable(first), await isUsable(second)]).toEqual([false, true])
  })

  it('is a new one for every service that keeps nothing', async () => {
    expect(await ensureFirstKey(dynamo, undefined)).not.toBe(await ensureFirstKey(dynamo, undefined))
  })
})
