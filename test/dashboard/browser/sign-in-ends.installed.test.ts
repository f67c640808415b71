// A sign-in that ends while the page is open: in another tab, or because it is old. The way leads back to the same screen.

import { expect, it } from 'vitest'
import { filledDashboard } from './dashboard-of-tests.ts'
import { violations } from './faults-of-page.ts'

const { address, context, signedIn } = filledDashboard()

const dialog = 'dialog:has-text("Your sign-in has ended")'

it('is told, and leads back with everything that the address says', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/usage?by=model`)
  await page.waitForSelector('main td.number', { state: 'attached' })
  await context()?.clearCookies()
  await page.click('main a:has-text("Ledger")')
  await page.waitForSelector(dialog)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sign in again')
  const link = await page.locator(`${dialog} a`).getAttribute('href')
  const { pathname, search } = new URL(page.url())
  expect(link).toBe(`/auth/sign-in?to=${encodeURIComponent(pathname + search)}`)
  expect(search).toContain('tab=ledger')
}, 60_000)

it('takes nothing away that was typed, and is over when somebody signs in elsewhere', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/keys`)
  await page.click('button:has-text("Generate")')
  await page.fill('dialog input[name=label]', 'typed before')
  const cookies = (await context()?.cookies()) ?? []
  await context()?.clearCookies()
  await page.click('dialog button[type=submit]')
  await page.waitForSelector(dialog)
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.querySelectorAll('dialog').length === 1)
  expect(await page.inputValue('dialog input[name=label]')).toBe('typed before')
  await context()?.addCookies(cookies)
  await page.click('dialog button[type=submit]')
  await page.waitForSelector('dialog output.secret')
}, 60_000)

it('is signed in again from the first page to where the address led', async () => {
  const page = await signedIn()
  await context()?.clearCookies()
  await page.goto(`${address()}/accounts/local/usage?month=2026-01&by=model`)
  const link = await page.locator('main a.primary').getAttribute('href')
  expect(link).toBe(`/auth/sign-in?to=${encodeURIComponent('/accounts/local/usage?month=2026-01&by=model')}`)
}, 60_000)
