// The dashboard of a service with a week of made-up traffic, for the tests of one file: opened before them, closed behind them, and each
// one's page watched.

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openFilledService } from '../../../local/demo/dashboard.ts'
import type { LocalService } from '../../../local/service.ts'
import { openChromium } from '../../../testkit/chromium.ts'
import { dashboardOf, type Look, openSignedIn } from './opened-page.ts'

export interface FilledDashboard {
  readonly address: () => string
  /** Of the test that runs, once it has opened one. */
  readonly context: () => BrowserContext | undefined
  readonly signedIn: () => Promise<Page>
  /** A page of nobody, which is not watched. */
  readonly signedOut: (options: BrowserContextOptions) => Promise<Page>
}

/** `chromium`: further words of its command line. */
export const filledDashboard = (look: Look = {}, chromium: readonly string[] = []): FilledDashboard => {
  let browser: Browser
  let service: LocalService
  let context: BrowserContext | undefined
  const problems: string[] = []

  beforeAll(async () => {
    service = await openFilledService()
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
    context: () => context,
    signedIn: () => openSignedIn(browser, service, problems, opened, look),
    async signedOut(options) {
      const one = await browser.newContext(options)
      opened(one)
      return one.newPage()
    },
  }
}
