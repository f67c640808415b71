// What a page must not have: whatever axe finds, and anything that reaches beyond the window sideways.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shownCharacters = 120

/** Each rule that is violated, with the beginnings of the elements that violate it. */
export const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axeSource)
  const results = await page.evaluate<AxeResults>('axe.run()')
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, shownCharacters)).join(' | ')}`,
  )
}

/** How many pixels of the page lie beyond the window. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
