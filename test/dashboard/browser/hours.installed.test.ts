// The range of a day: its figures are those of the last twenty-four hours, on the chart, in its table, and by its name.

import { expect, it } from 'vitest'
import { filledDashboard } from './filled-dashboard.ts'

const { address, signedIn } = filledDashboard()

it('shows the last 24 hours, hour by hour, from the evening before on', async () => {
  const page = await signedIn()
  const answered = page.waitForResponse('**/overview?hours=24&tz=Europe%2FBerlin')
  await page.click('nav[aria-label=Range] a:has-text("24 hours")')
  const overview = (await (await answered).json()) as {
    readonly hours: readonly { readonly exchanges: number }[]
    readonly totals: { readonly exchanges: number }
  }
  await page.waitForSelector('h2:has-text("Effective tokens per hour")')
  expect(await page.locator('nav[aria-label=Range] [aria-current]').innerText()).toBe('24 hours')
  await page.click('summary:has-text("Show as table")')
  const table = page.locator('table', { has: page.locator('caption:has-text("Effective tokens per hour")') })
  const cells = await table.locator('tbody td[data-name=Exchanges]').allInnerTexts()
  expect(overview.hours).toHaveLength(24)
  expect(overview.totals.exchanges).toBeGreaterThan(0)
  expect(cells.reduce((sum, text) => sum + Number(text), 0)).toBe(overview.totals.exchanges)
  const names = await table.locator('tbody td[data-name=Hour], tbody th').allInnerTexts()
  expect(
    names.every((name) => /^\d{1,2} [A-Z][a-z]{2}, \d\d:00$/.test(name)),
    names.join(),
  ).toBe(true)
  // The bars are read out, each by the same name as its row.
  await page.focus('[role=application]')
  await page.keyboard.press('End')
  expect(await page.locator('.chart-detail').first().innerText()).toMatch(/^\d{1,2} [A-Z][a-z]{2}, \d\d:00: /)
  // What is told apart is counted by whole days, and says so.
  expect(await page.locator('text=whole days of UTC').count()).toBe(2)
  await page.reload()
  await page.waitForSelector('h2:has-text("Effective tokens per hour")')
  expect(page.url()).toBe(`${address()}/accounts/local?days=1`)
}, 60_000)
