// What the page shows while answers are slow, and where they fail: nothing that was told of something else, and nothing as empty that is
// not known.

import { expect, it } from 'vitest'
import { filledDashboard } from './dashboard-of-tests.ts'

const { address, signedIn } = filledDashboard()

const busy = { status: 429, json: { error: { type: 'rate-limited', message: 'Too many requests.' } } }

it('no month and no range shows the figures of another', async () => {
  const page = await signedIn()
  for (const [api, screen, change] of [
    ['**/usage?from=2020*', '/usage', '/usage?month=2020-01'],
    ['**/overview?days=90*', '', '?days=90'],
  ] as const) {
    const here = `${address()}/accounts/local`
    await page.goto(`${here}${screen}`)
    await page.waitForSelector('main td.number', { state: 'attached' })
    await page.route(api, (route) => route.fulfill(busy))
    await page.evaluate((to) => {
      const link = document.createElement('a')
      link.href = to
      document.querySelector('main')?.append(link)
      link.click()
      link.remove()
    }, `${here}${change}`)
    await page.waitForSelector('[role=alert]:has-text("Too many requests.")')
    expect({ change, cells: await page.locator('main td.number').count() }).toEqual({ change, cells: 0 })
    await page.unroute(api)
    await page.click('button:has-text("Try again")')
    await page.waitForFunction(() => document.querySelector('[role=alert]') === null)
  }
}, 60_000)

it('the last figures stay, greyed, with their time', async () => {
  const page = await signedIn()
  await page.clock.install()
  await page.reload()
  await page.waitForSelector('.hero-figure')
  const shown = await page.locator('.head').innerText()
  await page.route('**/overview?*', (route) => route.fulfill(busy))
  await page.clock.fastForward(10_000)
  await page.waitForSelector('[role=alert]:has-text("Too many requests.")')
  expect(await page.locator('.head').innerText()).toBe(shown)
  const greyed = () =>
    page
      .locator('.hero-figure')
      .evaluate((figure) => getComputedStyle(figure.closest('.content-body') ?? figure).filter)
  expect(await greyed()).toBe('grayscale(1)')
  await page.unroute('**/overview?*')
  await page.click('button:has-text("Try again")')
  await page.waitForFunction(() => document.querySelector('[role=alert]') === null)
  expect(await greyed()).toBe('none')
}, 60_000)

it.each([
  ['the latest sessions', '', '**/local/sessions', 'main td[data-name="Input paid"]'],
  ['the net by model', '', '**/usage?*by=model*', 'main table:has-text("Net by model") td.number'],
  ['sessions', '/sessions', '**/local/sessions?*', 'main td.number'],
  ['a session', '/sessions', '**/local/sessions/*', '.hero-figure'],
  ['exchanges of a session', '/sessions', '**/exchanges?*', 'main td.number'],
])(
  'the last figures of %s are grey too',
  async (of, path, api, figure) => {
    const page = await signedIn()
    await page.goto(`${address()}/accounts/local${path}`)
    if (of.includes('a session')) await page.locator('main tbody tr a').first().click()
    await page.clock.install()
    await page.reload()
    await page.waitForSelector(figure)
    await page.route(api, (route) => route.fulfill(busy))
    await page.clock.fastForward(15_000)
    await page.waitForSelector('[role=alert]:has-text("Too many requests.")')
    const filter = await page
      .locator(figure)
      .first()
      .evaluate((element) => getComputedStyle(element.closest('.content-body') ?? element).filter)
    expect(filter).toBe('grayscale(1)')
  },
  60_000,
)

it('older sessions that cannot be had are said, and asked for again', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/sessions`)
  await page.waitForSelector('main tbody tr')
  const before = await page.locator('main tbody tr').count()
  await page.route('**/sessions?*cursor=*', (route) => route.fulfill(busy))
  await page.click('button:has-text("Older")')
  await page.waitForSelector('[role=alert]:has-text("Too many requests.")')
  await page.unroute('**/sessions?*cursor=*')
  await page.click('button:has-text("Try again")')
  await page.waitForFunction((count) => document.querySelectorAll('main tbody tr').length > count, before)
}, 60_000)

it('no filter says of sessions that nobody has looked at that there are none', async () => {
  const page = await signedIn()
  await page.route('**/api/**/sessions?*model=none*', (route) =>
    route.fulfill({
      json: { sessions: [], looked: 500, ...(route.request().url().includes('cursor') ? {} : { next: '2026-10-05' }) },
    }),
  )
  await page.goto(`${address()}/accounts/local/sessions?model=none`)
  await page.waitForSelector('text=No session so far is like that')
  await page.waitForSelector('text=A session names eight models at most')
  await page.click('button:has-text("Older")')
  await page.waitForSelector('text=No session is like that.')
}, 60_000)

it('what is not known is not said to be empty', async () => {
  const page = await signedIn()
  const failing = { status: 500, json: { error: { type: 'internal', message: 'It broke.' } } }
  await page.route(/\/api\/accounts\/local\/(sessions|usage\?)/, (route) => route.fulfill(failing))
  await page.goto(`${address()}/accounts/local`)
  await page.waitForFunction(() => document.querySelectorAll('[role=alert]').length === 3)
  expect(await page.locator('main').innerText()).not.toContain('There are no')
  await page.unrouteAll()
  await page.goto(`${address()}/accounts/local/sessions`)
  await page.route('**/exchanges?*', (route) => route.fulfill(failing))
  await page.locator('tbody a').first().click()
  await page.waitForSelector('[role=alert]:has-text("It broke.")')
  expect(await page.locator('main').innerText()).not.toContain('There are no')
}, 60_000)

it('the file of the sessions has all of them, and not those of the first page alone', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/sessions`)
  await page.waitForSelector('main tbody tr')
  await page.click('button:has-text("Save as CSV")')
  await page.waitForSelector('text=Saved: 42 sessions.')
}, 60_000)

it('who cannot be signed out is told that they still are signed in', async () => {
  const page = await signedIn()
  await page.route('**/auth/sign-out', (route) => route.abort())
  await page.locator('button:has-text("Sign out")').first().click()
  await page.waitForSelector('[role=alert]:has-text("You are still signed in.")')
  // Below the button, which keeps its one line.
  expect((await page.locator('button:has-text("Sign out")').first().boundingBox())?.height).toBeLessThan(40)
}, 60_000)

it('what is not there leads on to what is', async () => {
  const page = await signedIn()
  await page.goto(`${address()}/accounts/local/sessions/0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69`)
  await page.waitForSelector('main h1:has-text("Session")')
  await page.click('[role=alert]:has-text("Not found.") a:has-text("All sessions")')
  await page.waitForSelector('main tbody tr')

  await page.goto(`${address()}/device?code=BCDF-GHJK`)
  await page.click('[role=alert]:has-text("Not found.") button:has-text("Enter another code")')
  expect(await page.evaluate(() => document.activeElement?.matches('input.user-code'))).toBe(true)
  expect(await page.inputValue('input.user-code')).toBe('')
  expect(await page.locator('[role=alert]').count()).toBe(0)
}, 60_000)

it('what is refused leads on to what is allowed, as it is by then', async () => {
  const page = await signedIn()
  const refused = { status: 403, json: { error: { type: 'permission_error', message: 'Your role is another.' } } }
  await page.route('**/api/accounts/local/members', (route) => route.fulfill(refused))
  await page.goto(`${address()}/accounts/local/members`)
  await page.waitForSelector('[role=alert]:has-text("Not allowed.")')
  await page.route('**/api/me', async (route) => {
    const answer = await route.fetch()
    const me = (await answer.json()) as { accounts: { permissions: string[] }[] }
    for (const account of me.accounts)
      account.permissions = account.permissions.filter((one) => one !== 'manage-members')
    await route.fulfill({ json: me })
  })
  await page.click('[role=alert] button:has-text("To the overview")')
  await page.waitForSelector('.hero-figure')
  expect(new URL(page.url()).pathname).toBe('/accounts/local')
  expect(await page.locator('nav a:has-text("Members")').count()).toBe(0)

  await page.goto(`${address()}/accounts/local/members`)
  await page.waitForSelector('h1:has-text("Not allowed")')
  await page.click('main a:has-text("To the overview")')
  await page.waitForSelector('.hero-figure')

  await page.route('**/overview?*', (route) => route.fulfill(refused))
  await page.reload()
  await page.waitForSelector('[role=alert] button:has-text("Load the page again")')
}, 60_000)
