// The page where it is not lit, not moving, or not run: on paper, with less motion, without JavaScript.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openFilledService } from '../../../local/demo/dashboard.ts'
import type { LocalService } from '../../../local/service.ts'
import { openChromium } from '../../../testkit/chromium.ts'
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
  openSignedIn(
    browser,
    service,
    problems,
    (opened) => {
      context = opened
    },
    { scheme: 'dark' },
  )

it('on paper no bar lies on the figures, all of a chart is there, and what is coloured stays so', async () => {
  const page = await signedIn()
  await page.waitForSelector('.chart svg .bar-gain')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const shown = await page.evaluate(() => ({
    bars: [...document.querySelectorAll('.rail, nav.main')].filter((bar) => bar.getClientRects().length > 0).length,
    colours: getComputedStyle(document.documentElement).getPropertyValue('print-color-adjust'),
    scheme: getComputedStyle(document.documentElement).colorScheme,
  }))
  expect(shown).toEqual({ bars: 0, colours: 'exact', scheme: 'light' })
  // A sheet is narrower than the window that the chart was drawn for.
  const chart = page.locator('.chart svg').first()
  await chart.evaluate((svg: SVGElement) => {
    svg.style.width = '300px'
  })
  const [right, last] = await chart.evaluate((svg) => [
    svg.getBoundingClientRect().right,
    Math.max(...[...svg.querySelectorAll('.bar-gain')].map((bar) => bar.getBoundingClientRect().right)),
  ])
  expect(last).toBeLessThanOrEqual(right ?? 0)
}, 60_000)

it('nothing moves for somebody who wants less motion', async () => {
  const page = await signedIn()
  const moving = await page.evaluate(
    () => [...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).transitionDuration !== '0s').length,
  )
  expect(moving).toBe(0)
}, 60_000)

it('without JavaScript it says what it needs', async () => {
  context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 400 } })
  const page = await context.newPage()
  await page.goto(dashboardOf(service))
  const said = page.locator('noscript p')
  expect(await said.innerText()).toContain('The dashboard needs JavaScript.')
  expect((await said.boundingBox())?.x).toBeGreaterThan(8)
}, 60_000)
