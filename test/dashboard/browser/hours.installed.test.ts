// The range of a day: its figures are those of the last twenty-four hours, on the chart, in its table, and by its name. And spans that are
// empty, or none.

import { expect, it } from 'vitest'
import { filledDashboard } from './dashboard-of-tests.ts'

const { address, signedIn } = filledDashboard()

it('shows the last 24 hours, hour by hour, from the evening before on', async () => {
  const page = await signedIn()
  const answered = page.waitForResponse('**/overview?hours=24&tz=Europe%2FBerlin')
  await page.click('nav[aria-label=Range] a:has-text("24 hours")')
  const overview = (await (await answered).json()) as {
    readonly hours: readonly { readonly exchanges: number }[]
    readonly totals: { readonly exchanges: number }
  }
  await page.waitForSelector('h2:has-text("Net saved per hour")')
  expect(await page.locator('nav[aria-label=Range] [aria-current]').innerText()).toBe('24 hours')
  await page.click('summary:has-text("Show as table")')
  const table = page.locator('table', { has: page.locator('caption:has-text("Net saved per hour")') })
  const cells = await table.locator('tbody td[data-name=Exchanges]').allInnerTexts()
  expect(overview.hours).toHaveLength(24)
  expect(overview.totals.exchanges).toBeGreaterThan(0)
  expect(cells.reduce((sum, text) => sum + Number(text), 0)).toBe(overview.totals.exchanges)
  const names = await table.locator('tbody td[data-name=Hour], tbody th').allInnerTexts()
  expect(
    names.every((name) => /^\d{1,2} [A-Z][a-z]{2}( \d{4})?, \d\d:00$/.test(name)),
    names.join(),
  ).toBe(true)
  // The bars are read out, each by the same name as its row.
  await page.focus('[role=application]')
  await page.keyboard.press('End')
  expect(await page.locator('.chart-detail').first().innerText()).toMatch(/^\d{1,2} [A-Z][a-z]{2}( \d{4})?, \d\d:00: /)
  // What is told apart is counted by whole days, and says so.
  expect(await page.locator('text=whole days of UTC').count()).toBe(2)
  await page.reload()
  await page.waitForSelector('h2:has-text("Net saved per hour")')
  expect(page.url()).toBe(`${address()}/accounts/local?days=1`)
}, 60_000)

it('is not taken for an account that has never sent anything, where it is empty', async () => {
  const page = await signedIn()
  const emptied = (path: string) =>
    page.route(path, async (route) => {
      const overview = (await (await route.fetch()).json()) as { readonly totals: object }
      await route.fulfill({ json: { ...overview, totals: { ...overview.totals, exchanges: 0 } } })
    })
  await emptied('**/overview?hours=24*')
  await page.route(/\/api\/accounts\/local\/sessions$/, (route) => route.fulfill({ json: { sessions: [], looked: 0 } }))
  await page.goto(`${address()}/accounts/local?days=1`)
  await page.waitForSelector('.hero-figure')
  await page.click('nav[aria-label=Range] a:has-text("90 days")')
  await page.waitForSelector('h2:has-text("Net saved per day")')
  // Where nothing was sent in the longest range either, it is.
  await emptied('**/overview?days=90*')
  await page.goto(`${address()}/accounts/local?days=1`)
  await page.waitForSelector('text=Nothing has been sent yet.')
  expect(await page.locator('nav[aria-label=Range]').count()).toBe(0)
}, 60_000)

it('no month that the service does not take is asked for', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/usage?month=1999-12`)
  await page.waitForSelector('main tbody tr')
  expect(await page.locator('[role=alert]').count()).toBe(0)
}, 60_000)
