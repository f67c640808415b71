// The table of exchanges: of a session, and of a month.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filledDashboard } from './dashboard-of-tests.ts'
import { sideways, violations } from './faults-of-page.ts'

const { address, signedIn } = filledDashboard()

/** In lines of text. */
const heightOfModels = (cells: Element[]): number[] => [
  ...new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().height / 21))),
]

it.each([1024, 1280, 1440])(
  'names of models stay on one line, %d px wide',
  async (width) => {
    const page = await signedIn()
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${address()}/accounts/local/usage?tab=ledger`)
    const models = page.locator('td[data-name=Model] > div')
    await models.first().waitFor()
    expect([await models.evaluateAll(heightOfModels), await sideways(page)]).toEqual([[1], 0])
  },
  60_000,
)

it('a name longer than the column breaks, and the page does not scroll sideways', async () => {
  const page = await signedIn()
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.route('**/ledger?month=*', async (route) => {
    const { exchanges, ...rest } = await (await route.fetch()).json()
    const model = 'a-model-with-a-name'.repeat(5)
    await route.fulfill({ json: { ...rest, exchanges: exchanges.map((one: object) => ({ ...one, model })) } })
  })
  await page.goto(`${address()}/accounts/local/usage?tab=ledger`)
  await page.locator('td[data-name=Model]:has-text("a-model")').first().waitFor()
  expect(await sideways(page)).toBe(0)
}, 60_000)

it.each([360, 768, 1440])(
  'a receipt opens below its exchange, %d px wide: no column moves, no value is torn, and each is explained',
  async (width) => {
    const page = await signedIn()
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${address()}/accounts/local/usage?tab=ledger`)
    const opener = page.locator('button:has-text("Receipt")').nth(1)
    await opener.waitFor()
    const lefts = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('tbody tr:first-child td')].map((one) => one.getBoundingClientRect().left),
      )
    const before = await lefts()
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('tr.detail .receipt dl')
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
    expect(await opener.evaluate((one) => one.textContent)).toMatch(/^Receipt of \d+ \w+, [\d:]+/)
    const found = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('tr.detail .receipt dl > div')]
      const isTorn = (one: Element | null): boolean => one !== null && one.getBoundingClientRect().height > 30
      return {
        torn: rows.flatMap((row) => (isTorn(row.querySelector('dt')) ? row.textContent : [])),
        silent: rows.flatMap((row) => (row.querySelector('dd:last-child')?.textContent ? [] : row.textContent)),
      }
    })
    expect({ ...found, lefts: await lefts(), sideways: await sideways(page) }).toEqual({
      torn: [],
      silent: [],
      lefts: before,
      sideways: 0,
    })
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.locator('tr.detail').waitFor({ state: 'detached' })
  },
  60_000,
)

it('a session is a file of all its exchanges', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/sessions`)
  await page.locator('tbody tr a').first().click()
  const saving = page.waitForEvent('download')
  await page.click('button:has-text("Save as CSV")')
  const file = await saving
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect(file.suggestedFilename()).toBe(`local-${id}.csv`)
  const text = readFileSync(await file.path(), 'utf8')
  // Without it spreadsheets take names in other letters for others.
  expect(text.startsWith('\ufeff')).toBe(true)
  const lines = text.trimEnd().split('\r\n')
  expect(lines.slice(1).every((line) => line.includes(`,${id},`))).toBe(true)
  await page.waitForSelector(`[role=status]:has-text("Saved: ${lines.length - 1} exchanges.")`)
}, 60_000)

it('the running net of a session ends above the bar of its last exchange', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/sessions`)
  await page.locator('tbody tr a').first().click()
  const end = await page.locator('svg circle.dot-gain, svg circle.dot-cost').first().boundingBox()
  const bar = await page.locator('svg rect.touch').last().boundingBox()
  const middle = (box: typeof end): number => (box?.x ?? Number.NaN) + (box?.width ?? 0) / 2
  expect(middle(end)).toBeCloseTo(middle(bar), 0)
}, 60_000)
