// The policy of the operator grants exactly what the commands send.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ulid } from 'ulid'
import { beforeAll, expect, it } from 'vitest'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoMembers } from '../../adapters/dynamo/people/members.ts'
import { type TableId, tableIds, tableName } from '../../adapters/dynamo/tables/tables.ts'
import { readCommandLine } from '../../bin/operator/command-line.ts'
import type { Desk } from '../../bin/operator/desk/desk.ts'
import { deskStores } from '../../bin/operator/desk/stores.ts'
import { operatorActions } from '../../lib/storage/operator-access.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { hearing } from '../../testkit/hearing.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'
import { openTestTables } from '../contract/dynamo-stores.ts'

const prefix = 'operator-actions-'
const now = Date.parse('2026-11-21T10:00:00.000Z')
const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'
const folder = mkdtempSync(join(tmpdir(), 'operator-actions-'))
const sent = new Set<string>()
const finallyDo = afterSuite()
let dynamo: Dynamo

beforeAll(async () => {
  finallyDo(() => rmSync(folder, { recursive: true }))
  const opened = await openTestTables(finallyDo, prefix)
  dynamo = hearing(opened, ({ operation, input: { TableName, IndexName } }) => {
    const id = tableIds.find((one) => tableName(prefix, one) === TableName)
    sent.add(`${id}${IndexName === undefined ? '' : ' index'} ${operation}`)
  })
})

const desk = (): Desk => ({
  ...deskStores(dynamo),
  dashboardUrl: async () => undefined,
  createTables: async () => prefix,
  restoreTables: async () => [],
  wait: async () => {},
  now,
  random32: () => randomBytes(32),
  newId: ulid,
})

const run = async (...words: string[]): Promise<unknown> => {
  const line = readCommandLine(words)
  const output = await line?.command.run(line.argument, line.given, desk())
  return output?.json
}

it('grants what every command sends, and nothing else', async () => {
  await run('account', 'create', 'acme', '--kind', 'organization')
  await run('account', 'enable-api', 'acme')
  await run('account', 'set', 'acme', '--requests-per-minute', '5')
  await run('account', 'show', 'acme')
  const { keyId } = (await run('key', 'create', 'acme')) as { keyId: string }
  await run('key', 'list', 'acme')
  await run('key', 'revoke', keyId)
  await run('member', 'add', 'acme', '--role', 'owner', '--email', 'a@example.com')
  const since = new Date(now).toISOString()
  await dynamoMembers(dynamo).add({ accountId: 'acme', personId: 'ana', role: 'owner', since })
  await run('member', 'list', 'acme')
  await run('member', 'remove', 'acme', '--person', 'ana')
  const receipt = aReceipt({ accountId: 'acme', sessionId, model: 'a-model' })
  writeFileSync(join(folder, 'log'), JSON.stringify({ message: 'exchange without receipt', receipt }))
  await run('ledger', 'replay', '--log', join(folder, 'log'))
  await run('ledger', 'acme', '--month', '2026-11')
  await run('ledger', 'export', '--month', '2026-11', '--to', folder)
  await run('session', sessionId, '--account', 'acme')
  await run('savings', 'rebuild', 'acme', '--from', '2026-11')
  await run('savings', 'acme', '--month', '2026-11')
  await run('savings')
  await run('account', 'list')
  await run('account', 'disable', 'acme')
  await run('account', 'delete', 'acme', '--confirm', 'acme')

  const granted = (Object.keys(operatorActions) as TableId[]).flatMap((id) => {
    const { table = [], index = [] } = operatorActions[id] ?? {}
    return [...table.map((action) => `${id} ${action}`), ...index.map((action) => `${id} index ${action}`)]
  })
  expect([...sent].sort()).toEqual(granted.sort())
})
