// Filters of the sessions, as they are typed and as the address has them.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { filledDashboard } from './dashboard-of-tests.ts'

const { address, signedIn } = filledDashboard()

const modelsOn = async (page: Page): Promise<readonly string[]> => [
  ...new Set(await page.locator('td[data-name=Models]').allInnerTexts()),
]

it('a model filters as it is typed, beside the others, and the way back takes it along', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/sessions`)
  await page.waitForSelector('tbody tr')
  expect((await modelsOn(page)).length).toBeGreaterThan(1)
  await page.keyboard.press('/')
  await page.keyboard.type('opus', { delay: 50 })
  await page.getByLabel('Agent').selectOption('claude-code')
  await page.waitForURL(
    (url) => url.search === '?model=opus&client=claude-code' || url.search === '?client=claude-code&model=opus',
  )
  await page.waitForSelector('tbody tr')
  expect(await modelsOn(page)).toEqual(['claude-opus-5'])
  await page.locator('tbody tr a').first().click()
  await page.waitForSelector('.hero-figure')
  await page.goBack()
  await page.waitForSelector('tbody tr')
  expect([await page.getByLabel('Model').inputValue(), await modelsOn(page)]).toEqual(['opus', ['claude-opus-5']])
  await page.click('nav a:has-text("Sessions")')
  await page.waitForURL((url) => url.search === '')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[aria-label=Model]')?.value === '')
}, 60_000)

it('without Enter a click behind the field opens the session', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/sessions`)
  await page.waitForSelector('tbody tr')
  await page.fill('[aria-label=Model]', 'haiku')
  await page.waitForURL((url) => url.search === '?model=haiku')
  await page.waitForSelector('tbody tr')
  await page.locator('tbody tr a').first().click()
  await page.waitForSelector('.hero-figure')
  expect(await page.locator('main').innerText()).toContain('claude-haiku-4-5')
}, 60_000)
