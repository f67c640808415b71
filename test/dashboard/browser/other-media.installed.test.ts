// The page where it is not lit, not moving, or not run, or knows no time zone: on paper, with less motion, without JavaScript.

import { expect, it } from 'vitest'
import { filledDashboard } from './dashboard-of-tests.ts'

const { address, context, signedIn, signedOut } = filledDashboard({ scheme: 'dark' })

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
  const page = await signedOut({ javaScriptEnabled: false, viewport: { width: 320, height: 400 } })
  await page.goto(address())
  const said = page.locator('noscript p')
  expect(await said.innerText()).toContain('The dashboard needs JavaScript.')
  expect((await said.boundingBox())?.x).toBeGreaterThan(8)
}, 60_000)

it('shows the month that it is at the service, where the clock of the machine is wrong', async () => {
  const page = await signedIn()
  const now = await page.locator('.hero-figure').evaluate(() => new Date().toISOString().slice(0, 7))
  await context()?.addInitScript(() => {
    const { now: told } = Date
    Date.now = () => told() - 400 * 86_400_000
  })
  await page.goto(`${address()}/accounts/local/usage?by=model`)
  await page.waitForSelector('td[data-name=Model]')
  expect(await page.getByLabel('Month').inputValue()).toBe(now)
}, 60_000)

it('has figures, by days of UTC, on a machine that names no time zone', async () => {
  const page = await signedIn()
  // As Chromium has it where TZ is no name of a zone.
  await context()?.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
    }
  })
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.waitForSelector('.hero-figure')
  expect(await page.locator('select:has(option:text-is("UTC"))').inputValue()).toBe('UTC')
}, 60_000)
