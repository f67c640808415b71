// Windows that are neither a desktop's nor a phone's: rows are not yet cards, and there is little room beside the figures.

import { expect, it } from 'vitest'
import { filledDashboard } from './dashboard-of-tests.ts'

const { address, signedIn } = filledDashboard()

it.each([600, 700, 900])(
  '%i px wide: words of ours and days are whole, and nothing goes sideways',
  async (width) => {
    const page = await signedIn()
    await page.setViewportSize({ width, height: 800 })
    for (const screen of ['', '/sessions', '/usage?by=model', '/usage?by=client', '/usage?tab=ledger']) {
      await page.goto(`${address()}/accounts/local${screen}`)
      await page.waitForSelector('main tr:visible')
      await page.waitForFunction(() => document.querySelector('.skeleton') === null)
      const found = await page.evaluate(() => {
        const lines = (element: Element): number => {
          const text = document.createRange()
          text.selectNodeContents(element)
          return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
        }
        const words = (element: Element): number => (element.textContent ?? '').trim().split(/\s+/).length
        const cells = [...document.querySelectorAll('td[data-name=Agent] > div, td[data-name=Mode] > div')]
        return {
          broken: cells.filter((cell) => lines(cell) > words(cell)).map(({ textContent }) => textContent),
          days: [...document.querySelectorAll('td[data-name=Day] > div')].filter((cell) => lines(cell) > 1).length,
          sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }
      })
      expect({ screen, ...found }).toEqual({ screen, broken: [], days: 0, sideways: 0 })
    }
  },
  60_000,
)
