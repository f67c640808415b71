// The ledger as one file, in a real browser: joined from several calls, gone on with after an error, and cancelled.

import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openDynamo } from '../../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../../adapters/embedded/local-aws.ts'
import { type LocalService, openLocalService } from '../../../local/service.ts'
import { openChromium } from '../../../testkit/chromium.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { dashboardOf, openSignedIn } from './opened-page.ts'

let browser: Browser
let service: LocalService
let context: BrowserContext | undefined
const problems: string[] = []
const newestFirst = [3, 2, 1, 0].map((index) => `01J0000000000000000000000${index}`)

beforeAll(async () => {
  const log = { write: () => {}, close: () => {} }
  service = await openLocalService({ port: 0, dashboardPort: 0, data: undefined, report: () => {}, log })
  browser = await openChromium()
  const { dynamodbEndpoint: endpoint } = service.facts
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 10_000, ...localAws })
  const receivedAt = new Date().toISOString()
  for (const exchangeId of newestFirst)
    await dynamoLedger(dynamo).put(aReceipt({ accountId: 'local', exchangeId, receivedAt }))
  dynamo.close()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await service.close()
})
afterEach(async () => {
  await context?.close()
  expect(problems.splice(0)).toEqual([])
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
  const page = await openSignedIn(browser, service, problems, (opened) => {
    context = opened
  })
  await page.goto(`${dashboardOf(service)}/accounts/local/usage?tab=ledger`)
  await inParts(page)
  await page.click('button:has-text("Save as CSV")')
  await page.waitForSelector('[role=alert]:has-text("cannot be reached")')
  const saving = page.waitForEvent('download')
  await page.click('button:has-text("Try again")')
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^local-\d{4}-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
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
