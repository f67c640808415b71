// Pictures of the dashboard for docs/dashboard.md, of a service with a week of made-up traffic: `npm run dashboard:pictures`.

import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openFilledService } from '../local/demo/dashboard.ts'
import { openChromium } from '../testkit/chromium.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'plots')

const shots = [
  { name: 'overview', path: '', scheme: 'light', width: 1280, height: 820 },
  { name: 'overview-dark', path: '', scheme: 'dark', width: 1280, height: 820 },
  { name: 'overview-phone', path: '', scheme: 'light', width: 320, height: 640 },
  { name: 'sessions', path: '/sessions', scheme: 'light', width: 1280, height: 620 },
  { name: 'usage', path: '/usage?by=model', scheme: 'light', width: 1280, height: 620 },
  { name: 'keys', path: '/keys', scheme: 'light', width: 1280, height: 620 },
  { name: 'settings', path: '/settings', scheme: 'dark', width: 1280, height: 820 },
] as const

type Shot = (typeof shots)[number] | { name: 'session'; path: 'session'; scheme: 'light'; width: 1280; height: 820 }

const take = async (browser: Browser, link: string, shot: Shot): Promise<void> => {
  const { name, path, scheme, width, height } = shot
  const viewport = { width, height }
  const context = await browser.newContext({ viewport, colorScheme: scheme, timezoneId: 'Europe/Berlin' })
  const page = await context.newPage()
  await page.goto(link)
  const base = `${new URL(link).origin}/accounts/local`
  await page.waitForSelector('.hero-figure')
  await page.goto(path === 'session' ? `${base}/sessions` : base + path)
  if (path === 'session')
    await page
      .locator('tbody tr', { has: page.locator('td[data-name="Cached anew"]', { hasText: /[1-9]/ }) })
      .first()
      .locator('a')
      .click()
  if (path === 'session') await page.waitForSelector('.hero-figure')
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `dashboard-${name}.png`) })
  await context.close()
}

const service = await openFilledService(0)
const browser = await openChromium()
const all: readonly Shot[] = [...shots, { name: 'session', path: 'session', scheme: 'light', width: 1280, height: 820 }]
for (const shot of all) await take(browser, service.facts.signInUrl ?? '', shot)
await browser.close()
await service.close()
