// A sign-in that ends while the page is open: in another tab, or because it is old. The way leads back to the same screen.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openFilledService } from '../../../local/demo/dashboard.ts'
import type { LocalService } from '../../../local/service.ts'
import { openChromium } from '../../../testkit/chromium.ts'
import { violations } from './faults-of-page.ts'
import { dashboardOf, openSignedIn } from './opened-page.ts'

let browser: Browser
let service: LocalService
let context: BrowserContext | undefined
const problems: string[] = []

beforeAll(async () => {
  service = await openFilledService(0)
  browser = await openChromium()
}, 180_000)
afterAll(async () => {
  await browser.close()
  await service.close()
})
afterEach(async () => {
  await context?.close()
  expect(problems.splice(0)).toEqual([])
})

const signedIn = (): Promise<Page> =>
  openSignedIn(browser, service, problems, (opened) => {
    context = opened
  })

const dialog = 'dialog:has-text("Your sign-in has ended")'

it('is told, and leads back with everything that the address says', async () => {
  const page = await signedIn()
  await page.goto(`${dashboardOf(service)}/accounts/local/usage?by=model`)
  await page.waitForSelector('main td.number', { state: 'attached' })
  await context?.clearCookies()
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
  await page.goto(`${dashboardOf(service)}/accounts/local/keys`)
  await page.click('button:has-text("Generate")')
  await page.fill('dialog input[name=label]', 'typed before')
  const cookies = (await context?.cookies()) ?? []
  await context?.clearCookies()
  await page.click('dialog button[type=submit]')
  await page.waitForSelector(dialog)
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.querySelectorAll('dialog').length === 1)
  expect(await page.inputValue('dialog input[name=label]')).toBe('typed before')
  await context?.addCookies(cookies)
  await page.click('dialog button[type=submit]')
  await page.waitForSelector('dialog output.secret')
}, 60_000)

it('is signed in again from the first page to where the address led', async () => {
  const page = await signedIn()
  await context?.clearCookies()
  await page.goto(`${dashboardOf(service)}/accounts/local/usage?month=2026-01&by=model`)
  const link = await page.locator('main a.primary').getAttribute('href')
  expect(link).toBe(`/auth/sign-in?to=${encodeURIComponent('/accounts/local/usage?month=2026-01&by=model')}`)
}, 60_000)
