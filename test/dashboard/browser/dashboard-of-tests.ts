// The dashboard of a service on this machine, for the tests of one file: opened before them, closed behind them, and each one's page
// watched.

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openFilledService } from '../../../local/demo/dashboard.ts'
import { type LocalService, type LocalServiceOptions, openLocalService } from '../../../local/service.ts'
import { openChromium } from '../../../testkit/chromium.ts'
import { dashboardOf, type Look, openSignedIn, watch } from './opened-page.ts'

export interface DashboardOfTests {
  readonly address: () => string
  readonly service: () => LocalService
  /** Of the test that runs, once it has opened one. */
  readonly context: () => BrowserContext | undefined
  /** `look`: in place of what the file looks at otherwise. */
  readonly signedIn: (look?: Look) => Promise<Page>
  readonly signedOut: (options?: BrowserContextOptions) => Promise<Page>
}

/** `chromium`: further words of its command line. */
const dashboardOfTests = (
  open: () => Promise<LocalService>,
  usual: Look,
  chromium: readonly string[],
): DashboardOfTests => {
  let browser: Browser
  let service: LocalService
  let context: BrowserContext | undefined
  const problems: string[] = []

  beforeAll(async () => {
    service = await open()
    browser = await openChromium(chromium)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await service.close()
  })
  afterEach(async () => {
    await context?.close()
    expect(problems.splice(0)).toEqual([])
  })

  const opened = (one: BrowserContext): void => {
    context = one
  }
  return {
    address: () => dashboardOf(service),
    service: () => service,
    context: () => context,
    signedIn: (look = {}) => openSignedIn(browser, service, problems, opened, { ...usual, ...look }),
    async signedOut(options = {}) {
      const one = await browser.newContext(options)
      opened(one)
      const page = await one.newPage()
      watch(page, service, problems)
      return page
    },
  }
}

/** Of a service with a week of made-up traffic. */
export const filledDashboard = (look: Look = {}, chromium: readonly string[] = []): DashboardOfTests =>
  dashboardOfTests(openFilledService, look, chromium)

/** Of a service that has carried nothing yet. `more` is asked when it is opened. */
export const emptyDashboard = (
  look: Look = {},
  more: () => Partial<LocalServiceOptions> = () => ({}),
): DashboardOfTests => {
  const log = { write: () => {}, close: () => {} }
  const open = () => openLocalService({ port: 0, dashboardPort: 0, data: undefined, report: () => {}, log, ...more() })
  return dashboardOfTests(open, look, [])
}
