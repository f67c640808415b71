// A page of somebody who has signed in by the link of a service on this machine. What it must not do is kept.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { defined } from '../../../core/collections/defined.ts'
import type { LocalService } from '../../../local/service.ts'

export interface Look {
  readonly scheme?: 'light' | 'dark'
  readonly width?: number
  readonly role?: string
  /** By fingers, not by a mouse. */
  readonly isTouched?: boolean
  /** @default Europe/Berlin */
  readonly timezone?: string
  readonly locale?: string
}

export const dashboardOf = ({ facts }: LocalService): string => facts.dashboardUrl ?? ''

const linkOf = ({ facts }: LocalService, role: string): string =>
  facts.people?.find((person) => person.role === role)?.signInUrl ?? ''

/** Notes errors, breaches of the policy, and requests to another origin. */
export const watch = (page: Page, service: LocalService, problems: string[]): void => {
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => {
    problems.push(`said ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/content security policy|trusted ?type/i.test(message.text())) problems.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== dashboardOf(service)) problems.push(`asked ${request.url()}`)
  })
}

/** `opened` gets the context as soon as it is there, so that it can be closed. */
export const openSignedIn = async (
  browser: Browser,
  service: LocalService,
  problems: string[],
  opened: (context: BrowserContext) => void,
  { scheme = 'light', width = 1280, role = 'owner', isTouched = false, timezone = 'Europe/Berlin', locale }: Look = {},
): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    hasTouch: isTouched,
    isMobile: isTouched,
    timezoneId: timezone,
    ...defined({ locale }),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  opened(context)
  const page = await context.newPage()
  watch(page, service, problems)
  await page.goto(linkOf(service, role))
  await page.waitForSelector('main h1')
  return page
}
