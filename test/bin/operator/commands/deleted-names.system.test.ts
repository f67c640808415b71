// What stays of an account that was deleted, and what the next one of its name gets.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aReceipt } from '../../../adapters/dynamo/receipts.ts'
import { testDeployment } from '../test-deployment.ts'

const { ledger, json, operator, organization, refusal } = testDeployment()
const folder = mkdtempSync(join(tmpdir(), 'deleted-accounts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'
const month = ['--month', '2026-11']

beforeAll(async () => {
  await organization('gone')
  await json('key', 'create', 'gone')
  await ledger().put(aReceipt({ accountId: 'gone', sessionId, receivedAt: '2026-11-02T10:00:00.000Z' }))
  await json('account', 'disable', 'gone')
  await json('account', 'delete', 'gone', '--confirm', 'gone')
}, 60_000)

it('its receipts are in the month’s export, in the sums of all, and under its name', async () => {
  // What it says beside it depends on whether the month is over.
  const { stdout } = await operator('ledger', 'export', ...month, '--to', folder, '--json')
  expect(JSON.parse(stdout).accounts).toMatchObject([{ account: 'gone', receipts: 1 }])
  expect(await refusal('savings', 'rebuild', 'gone')).toContain('--from')
  expect(await json('savings', 'rebuild', 'gone', '--from', '2026-11')).toMatchObject({ receipts: 1 })
  expect((await json('savings', ...month)).rows).toMatchObject([{ account: 'gone', exchanges: 1 }])
  expect(await json('ledger', 'gone', ...month)).toHaveLength(1)
  expect(await json('session', sessionId, '--account', 'gone')).toMatchObject({ exchanges: [{}] })
}, 60_000)

it('its name is not given out again without a word', async () => {
  const create = ['account', 'create', 'gone', '--kind', 'organization']
  expect(await refusal(...create)).toContain('add --confirm gone.')
  expect(await json(...create, '--confirm', 'gone')).toMatchObject({ accountId: 'gone', apiAccess: false })
  expect(await refusal(...create)).toBe('The account "gone" already exists.')
}, 60_000)
