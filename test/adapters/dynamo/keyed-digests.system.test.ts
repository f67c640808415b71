// What the tables say to those who have them and not the deployment's secret: nothing that finds a key or a conversation.

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dynamoAccounts } from '../../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../../adapters/dynamo/accounts/keys.ts'
import { type Dynamo, openDynamo } from '../../../adapters/dynamo/client.ts'
import { scanItems } from '../../../adapters/dynamo/commands.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { tableName } from '../../../adapters/dynamo/tables/tables.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { newAccount, newServiceKey } from '../../../core/access/keys/issue.ts'

const now = Date.parse('2026-11-03T10:00:00.000Z')
const later = now + 7_200_000
let embedded: EmbeddedDynamo
const opened: Dynamo[] = []
const secretOf = (letter: string): string => letter.repeat(43)

/** The tables, seen by a deployment with these secrets. */
const withSecrets = (...secrets: readonly string[]): Dynamo => {
  const { endpoint } = embedded
  const dynamo = openDynamo({
    tablePrefix: 'keyed-',
    deadlineMilliseconds: 10_000,
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    secrets: async () => secrets,
  })
  opened.push(dynamo)
  return dynamo
}
const newKey = () => newServiceKey('acme', randomBytes(32), now).key

beforeAll(async () => {
  embedded = await openEmbeddedDynamo()
  await createTables(withSecrets())
})
afterAll(async () => {
  for (const dynamo of opened) dynamo.close()
  await embedded.close()
})

describe('a key', () => {
  it('is found, used and revoked with the secret that it was made under, and not without', async () => {
    const dynamo = withSecrets(secretOf('a'))
    const keys = dynamoKeys(dynamo)
    const key = newKey()

    expect(await keys.put(key)).toBe(true)
    expect(await keys.find(key.keyHash)).toEqual(key)
    expect(await dynamoKeys(withSecrets()).find(key.keyHash)).toBeUndefined()
    expect(await dynamoKeys(withSecrets(secretOf('b'))).find(key.keyHash)).toBeUndefined()
    await keys.touch(key.keyHash, later)
    expect(await keys.find(key.keyHash)).toMatchObject({ lastUsedAt: new Date(later).toISOString() })
    expect(await keys.revoke(key.keyId, later)).toMatchObject({ keyId: key.keyId })
    expect(await keys.find(key.keyHash)).toMatchObject({ revokedAt: new Date(later).toISOString() })
    const { Items } = await dynamo.documents.send(scanItems({ TableName: tableName('keyed-', 'keys') }))
    expect(JSON.stringify(Items)).not.toContain(key.keyHash)
  })

  it('of before there was a secret stays good, is used and revoked', async () => {
    const key = newKey()
    await dynamoKeys(withSecrets()).put(key)
    const keys = dynamoKeys(withSecrets(secretOf('a')))

    expect(await keys.find(key.keyHash)).toEqual(key)
    await keys.touch(key.keyHash, later)
    expect(await keys.find(key.keyHash)).toMatchObject({ lastUsedAt: new Date(later).toISOString() })
    expect(await keys.revoke(key.keyId, later)).toMatchObject({ revokedAt: new Date(later).toISOString() })
  })

  it('stays good while its secret is the previous one', async () => {
    const key = newKey()
    await dynamoKeys(withSecrets(secretOf('a'))).put(key)

    expect(await dynamoKeys(withSecrets(secretOf('c'), secretOf('a'))).find(key.keyHash)).toEqual(key)
    expect(await dynamoKeys(withSecrets(secretOf('c'))).find(key.keyHash)).toBeUndefined()
  })
})

it('an account’s conversations are keyed by more than its table holds', async () => {
  const account = newAccount('acme', 'organization', randomBytes(32), now)
  await dynamoAccounts(withSecrets(secretOf('a'))).put(account)

  const [keyed, again, rotated, unkeyed] = await Promise.all(
    [[secretOf('a')], [secretOf('a')], [secretOf('b'), secretOf('a')], []].map((secrets) =>
      dynamoAccounts(withSecrets(...secrets)).find('acme'),
    ),
  )

  expect(unkeyed).toEqual(account)
  expect(keyed?.chainSecret).toBe(again?.chainSecret)
  expect(new Set([keyed, rotated, unkeyed].map((one) => one?.chainSecret)).size).toBe(3)
})
