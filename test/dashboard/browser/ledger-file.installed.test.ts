// The ledger as one file, in a real browser: joined from several calls, gone on with after an error, and cancelled.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openDynamo } from '../../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../../adapters/embedded/local-aws.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { emptyDashboard } from './dashboard-of-tests.ts'

const { address, service, signedIn } = emptyDashboard()
const newestFirst = [3, 2, 1, 0].map((index) => `01J0000000000000000000000${index}`)

beforeAll(async () => {
  const { dynamodbEndpoint: endpoint } = service().facts
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 10_000, ...localAws })
  const receivedAt = new Date().toISOString()
  for (const exchangeId of newestFirst)
    await dynamoLedger(dynamo).put(aReceipt({ accountId: 'local', exchangeId, receivedAt }))
  dynamo.close()
})

/** The first call brings the newest exchange alone, the second one fails once. */
const inParts = async (page: Page): Promise<void> => {
  let failures = 1
  await page.route('**/ledger.csv?*', async (route) => {
    if (new URL(route.request().url()).searchParams.has('cursor')) {
      failures -= 1
      await (failures < 0 ? route.continue() : route.abort())
      return
    }
    const answer = await route.fetch()
    const body = (await answer.text()).split('\r\n').slice(0, 2).join('\r\n').concat('\r\n')
    const headers = { ...answer.headers(), 'x-lines': '1', 'x-next-cursor': newestFirst[0] ?? '' }
    await route.fulfill({ status: 200, headers, body })
  })
}

it('the ledger is one file of all calls, goes on after an error where it was, and can be cancelled', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/usage?tab=ledger`)
  await inParts(page)
  await page.click('button:has-text("Save as CSV")')
  await page.waitForSelector('[role=alert]:has-text("cannot be reached")')
  const saving = page.waitForEvent('download')
  await page.click('button:has-text("Try again")')
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^local-\d{4}-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
  expect(lines.map((line) => line.slice(0, line.indexOf(',')))).toEqual(['exchangeId', ...newestFirst])
  await page.waitForSelector('[role=status]:has-text("Saved: 4 exchanges.")')

  await page.unroute('**/ledger.csv?*')
  await page.route('**/ledger.csv?*', () => {})
  await page.click('button:has-text("Save as CSV")')
  await page.waitForSelector('[role=status]:has-text("so far")')
  await page.click('button:has-text("Cancel")')
  await page.waitForSelector('button:has-text("Save as CSV")')
  expect(await page.locator('[role=alert], [role=status]:has-text("exchanges")').count()).toBe(0)
}, 60_000)
