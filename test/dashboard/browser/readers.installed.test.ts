// The page for those who read it in another way: with larger letters, in their system's colours, by ear and by keyboard, in a browser
// without a field for months.

import { expect, it } from 'vitest'
import { filledDashboard } from './dashboard-of-tests.ts'

const usualLetters = 16
const { address, signedIn } = filledDashboard({}, ['--blink-settings=defaultFontSize=24'])

it('letters are as large as the reader has set them, and every screen still has room for them', async () => {
  const page = await signedIn()
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 800 })
    for (const screen of ['', '/sessions', '/usage', '/keys', '/members', '/settings']) {
      await page.goto(`${address()}/accounts/local${screen}`)
      await page.waitForSelector('main h1')
      const shown = await page.evaluate(() => ({
        letters: Number.parseFloat(getComputedStyle(document.body).fontSize),
        beyond: document.documentElement.scrollWidth - innerWidth,
      }))
      expect([screen, shown.letters / 24]).toEqual([screen, 15 / usualLetters])
      expect(shown.beyond).toBeLessThanOrEqual(0)
    }
  }
}, 60_000)

it('in the colours of the system, what is chosen has a line, and a chart the colour of text', async () => {
  const page = await signedIn()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.waitForSelector('.chart svg .bar-gain')
  const shown = await page.evaluate(() => ({
    chosen: [...document.querySelectorAll('main [aria-current]')].map((one) => getComputedStyle(one).outlineStyle),
    bar: getComputedStyle(document.querySelector('.bar-gain') ?? document.body).fill,
    text: getComputedStyle(document.body).color,
  }))
  expect(shown.chosen).toEqual(['solid'])
  expect(shown.bar).toBe(shown.text)
}, 60_000)

it('the first Tab leads past the frame, and another screen has the focus', async () => {
  const page = await signedIn()
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  await page.goto(`${address()}/accounts/local/keys`)
  await page.waitForSelector('main h1')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Generate')
  await page.getByRole('link', { name: 'Sessions' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sessions')
  await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN')
  await page.goto(`${address()}/accounts/local/keys`)
  await page.waitForSelector('main h1')
  // A page that has just been opened is read from its top.
  expect(await focused()).toBe('BODY')
}, 60_000)

it('what the focus moves to is seen, on a phone too, and not behind the bar below', async () => {
  const page = await signedIn()
  await page.setViewportSize({ width: 320, height: 560 })
  await page.waitForSelector('.columns tbody tr')
  const hidden: string[] = []
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const one = document.activeElement ?? document.body
      const { left, width, bottom, height } = one.getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, bottom - Math.min(height, 16) / 2)
      return { isLast: one === document.body, isSeen: one.contains(there), name: one.textContent ?? '' }
    })
    if (found.isLast) break
    if (!found.isSeen) hidden.push(found.name)
  }
  expect(hidden).toEqual([])
}, 60_000)

it('Escape leaves the filter, and shuts what More has opened', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/sessions`)
  await page.waitForSelector('tbody tr a')
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Model')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  expect(await page.evaluate(() => document.activeElement?.closest('tbody') !== null)).toBe(true)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Settings' }).waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('More')
}, 60_000)

it('on a phone the way to the screen is marked, also where More leads there', async () => {
  const page = await signedIn()
  await page.setViewportSize({ width: 320, height: 800 })
  const marked = async (screen: string) => {
    await page.goto(`${address()}/accounts/local${screen}`)
    await page.waitForSelector('main h1')
    return page.locator('.rail :is(.more, nav.main a)[aria-current]').allTextContents()
  }
  expect(await marked('/sessions')).toEqual(['Sessions'])
  expect(await marked('/settings')).toEqual(['More'])
}, 60_000)

it('what is no month is told, where a browser takes any text for one', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/usage`)
  const field = page.getByLabel('Month')
  await field.evaluate((input: HTMLInputElement) => {
    input.type = 'text'
  })
  for (const text of ['2026-13', 'November', '2026-1']) {
    await field.fill(text)
    await page.keyboard.press('Tab')
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true)
    expect(new URL(page.url()).search).toBe('')
  }
  await field.fill('2026-10')
  await page.keyboard.press('Tab')
  await page.waitForURL('**/usage?month=2026-10*')
}, 60_000)

it('puts rows in order by keyboard where each row is a card, and the button that has the focus is seen', async () => {
  const page = await signedIn()
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(`${address()}/accounts/local/sessions`)
  const button = page.locator('th .sort', { hasText: 'Exchanges' })
  await button.focus()
  const seen = await button.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return { isThere: there === one, beyond: document.documentElement.scrollWidth - innerWidth }
  })
  expect(seen).toEqual({ isThere: true, beyond: 0 })
  await page.keyboard.press('Enter')
  const numbers = (await page.locator('td[data-name=Exchanges]').allInnerTexts()).map(Number)
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
}, 60_000)
