// The pages that commands write to be looked at: on a phone and on a desktop, light and dark, with whatever axe finds.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageOf as estimatePage } from '../../../eval/estimate/report/page.ts'
import type { Summary } from '../../../eval/estimate/report/summary.ts'
import { noFaults } from '../../../eval/estimate/sessions/json-lines.ts'
import { demoPage } from '../../../local/demo/page.ts'
import { pageOf as showPage } from '../../../local/show/page.ts'
import { openChromium } from '../../../testkit/chromium.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { sideways, violations } from './faults-of-page.ts'

const log = Array.from({ length: 90 }, (_, at) => `2026-11-20T10:00:00Z INFO step_${at} passed in ${at} ms`).join('\n')
const shown = {
  message: 4,
  text: log,
  tokens: 1_204_417,
  tokensLeft: 1,
  why: 'long, depth at most 0.72 of 1; lines stand again in 4, 9',
  kept: [[0, 1_800] as const],
}

const amount = { tokens: 12_904_417, effective: 1_904_417, dollars: 12_345.67 }
const less = { tokens: 10_904_417, effective: 1_560_000, dollars: 10_123.45 }
const tally = {
  sessions: 1,
  requests: 12_345,
  amounts: { direct: amount, repeated: less, arrival: less },
  counted: { provider: 0, simulated: 0 },
  unpriced: [],
}
const summary: Summary = {
  total: tally,
  projects: new Map([['/home/a-person/with/a-very-long/path-of-a-project-that-breaks', tally]]),
  bytes: { found: 1, played: 1 },
  files: 1,
  faults: noFaults(),
  unreadable: [],
  failed: [],
  most: [],
}
const sent = JSON.stringify({ messages: [{ content: log }] })
const received = JSON.stringify({ messages: [{ content: log.slice(1_800) }] })
const receipt = aReceipt({ tokensBefore: 100, tokensAfter: 80 })
const turn = { brought: 'run_tests', sent }
const pages = {
  estimate: estimatePage(summary, [{ project: 'p', shown }]),
  show: showPage('a-session-with-a-long-name-0123456789-0123456789.jsonl', [shown], () => ', $0.0001'),
  demo: demoPage([{ mode: 'repeated', turns: [{ number: 3, turn, received, receipt }] }]),
}

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

it.each(Object.entries(pages))(
  '%s: nothing is cut off or goes sideways, no figure is torn',
  async (_name, text) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [358, 768, 1440]) {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
        await page.setContent(text)
        const found = await page.evaluate(() => ({
          beyond: [...document.querySelectorAll('body *')]
            .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
            .map(({ tagName }) => tagName),
          torn: [...document.querySelectorAll('.unbroken')].filter((one) => one.getClientRects().length > 1).length,
        }))
        expect({ width, sideways: await sideways(page), ...found }).toEqual({ width, sideways: 0, beyond: [], torn: 0 })
        expect(await violations(page)).toEqual([])
        await page.close()
      }
  },
  60_000,
)
