// Pictures of the dashboard for docs/dashboard.md, of a service with a week of made-up traffic: `npm run dashboard:pictures`.

import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod'
import { takesNoWords } from '../bin/usage-fault.ts'
import { commandLineClient } from '../dashboard/oauth/device.ts'
import { openFilledService } from '../local/demo/dashboard.ts'
import { browserLike } from '../test/local/browser-like.ts'
import { openChromium } from '../testkit/chromium.ts'

takesNoWords(`npm run dashboard:pictures

Takes the pictures of docs/dashboard.md anew. It has no options.`)

const folder = join(import.meta.dirname, '..', 'docs', 'plots')

const shots = [
  { name: 'overview', path: '', scheme: 'light', width: 1280, height: 820 },
  { name: 'overview-dark', path: '', scheme: 'dark', width: 1280, height: 820 },
  { name: 'overview-phone', path: '', scheme: 'light', width: 320, height: 640 },
  { name: 'sessions', path: '/sessions', scheme: 'light', width: 1280, height: 620 },
  { name: 'session', path: '/sessions', scheme: 'light', width: 1280, height: 820 },
  { name: 'usage', path: '/usage?by=model', scheme: 'light', width: 1280, height: 620 },
  { name: 'keys', path: '/keys', scheme: 'light', width: 1280, height: 620 },
  { name: 'command-line', path: '/command-line', scheme: 'light', width: 1280, height: 620 },
  { name: 'device', path: '/device', scheme: 'light', width: 1280, height: 720 },
  { name: 'settings', path: '/settings', scheme: 'dark', width: 1280, height: 820 },
] as const
type Shot = (typeof shots)[number]

/** Machines that are signed in already, and one that waits. */
const machines = ['ana-laptop', 'build-7']
const waiting = 'desk'

const codes = z.object({ device_code: z.string(), user_code: z.string(), verification_uri_complete: z.string() })
const granted = z.object({ access_token: z.string() })

const form = async (address: string, fields: Readonly<Record<string, string>>): Promise<unknown> => {
  const body = new URLSearchParams({ client_id: commandLineClient, ...fields })
  return (await fetch(address, { method: 'POST', body })).json()
}

const beginLogin = async (dashboard: string, device: string) =>
  codes.parse(await form(`${dashboard}/oauth/device_authorization`, { device }))

/** As `compaction login` does, with an owner who approves, and the first use. */
const signInMachine = async (dashboard: string, link: string, device: string): Promise<void> => {
  const owner = browserLike(dashboard)
  await owner.open(link)
  const { device_code, user_code } = await beginLogin(dashboard, device)
  await owner.post(`/api/device/${user_code}/approve`, { account: 'local' })
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const { access_token } = granted.parse(await form(`${dashboard}/oauth/token`, { grant_type, device_code }))
  await fetch(`${dashboard}/api/cli/me`, { headers: { authorization: `Bearer ${access_token}` } })
}

/** Where the picture is taken: not always where the address leads. */
const reach = async (page: Page, dashboard: string, { name, path }: Shot): Promise<void> => {
  if (name === 'device') {
    await page.goto((await beginLogin(dashboard, waiting)).verification_uri_complete)
    await page.waitForSelector('button:has-text("Approve")')
    return
  }
  await page.goto(`${dashboard}/accounts/local${path}`)
  if (name !== 'session') return
  // One with marks comes first, where the week has one.
  await page.click('th button:has-text("Cached again")')
  await page.locator('tbody tr a').first().click()
  await page.waitForSelector('.hero-figure')
}

const take = async (browser: Browser, link: string, shot: Shot): Promise<void> => {
  const { name, scheme, width, height } = shot
  const viewport = { width, height }
  const context = await browser.newContext({ viewport, colorScheme: scheme, timezoneId: 'Europe/Berlin' })
  const page = await context.newPage()
  await page.goto(link)
  await page.waitForSelector('.hero-figure')
  await reach(page, new URL(link).origin, shot)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `dashboard-${name}.png`) })
  await context.close()
}

const service = await openFilledService()
const link = service.facts.signInUrl ?? ''
for (const device of machines) await signInMachine(new URL(link).origin, link, device)
const browser = await openChromium()
for (const shot of shots) await take(browser, link, shot)
await browser.close()
await service.close()
