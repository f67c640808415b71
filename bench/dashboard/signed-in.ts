// What a person waits for who opens the dashboard of a service on this machine: the page after signing in, and its overview.

import type { Browser } from 'playwright-core'
import { openFilledService } from '../../local/demo/dashboard.ts'
import type { LocalService } from '../../local/service.ts'
import { browserLike } from '../../test/local/browser-like.ts'
import { chromiumPath, openChromium } from '../../testkit/chromium.ts'
import { atMost, type Figure } from '../../testkit/report/figures.ts'
import { median } from '../../testkit/report/statistics.ts'

const subject = 'service on this machine'
const pauseMilliseconds = 200
/** In the page. `fetchStart` lies behind the redirects of signing in. */
const sinceAsked = "performance.now() - performance.getEntriesByType('navigation')[0].fetchStart"

/**
 * Milliseconds from the moment the browser, whose cache is empty, asks for the page, once the issuer has sent it back, until the
 * figures stand there.
 */
const usable = async (browser: Browser, { facts }: LocalService): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/Berlin' })
  try {
    const page = await context.newPage()
    await page.goto(facts.signInUrl ?? '', { waitUntil: 'commit' })
    await page.waitForSelector('.hero-figure')
    return await page.evaluate<number>(sinceAsked)
  } finally {
    await context.close()
  }
}

/** Milliseconds of an overview, from the question to its last byte. */
const overviews = async ({ facts }: LocalService, count: number): Promise<number[]> => {
  const owner = browserLike(facts.dashboardUrl ?? '')
  await owner.open(facts.signInUrl ?? '')
  const times: number[] = []
  for (let round = 0; round <= count; round += 1) {
    const since = performance.now()
    const answer = await owner.get('/api/accounts/local/overview?days=30&tz=Europe/Berlin')
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`The overview answered ${answer.status}: ${text}`)
    times.push(performance.now() - since)
  }
  // The first one finds nothing ready.
  return times.slice(1)
}

const pages = async (service: LocalService, count: number): Promise<Figure[]> => {
  if (chromiumPath() === undefined) return []
  const browser = await openChromium()
  try {
    const times: number[] = []
    for (let round = 0; round <= count; round += 1) {
      times.push(await usable(browser, service))
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    }
    const value = median(times.slice(1))
    return [{ subject, measure: 'page usable after signing in', value, unit: 'ms', bar: atMost(400) }]
  } finally {
    await browser.close()
  }
}

/** Without Chromium the page is left out, and `condition` says so. */
export const signedIn = async (count: number): Promise<{ figures: readonly Figure[]; condition: string }> => {
  const service = await openFilledService()
  try {
    const overview = median(await overviews(service, count * 4))
    const figures: Figure[] = [
      ...(await pages(service, count)),
      { subject, measure: 'overview, 30 days', value: overview, unit: 'ms', bar: atMost(25) },
    ]
    const said =
      figures.length > 1
        ? 'the page in Chromium with an empty cache, from its address to its figures'
        : 'the page after signing in was skipped: there is no Chromium here (package chromium or chromium-headless-shell)'
    return {
      figures,
      condition: `service on this machine: \`npm run demo -- --dashboard\`, whose tables share its process; ${said}`,
    }
  } finally {
    await service.close()
  }
}
