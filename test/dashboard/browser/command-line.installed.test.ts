// Signing in a command line as its person meets it, in a real browser: the code, Approve and Deny, the list, Revoke.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { emptyDashboard } from './dashboard-of-tests.ts'
import { sideways, violations } from './faults-of-page.ts'

const { address: dashboard, signedIn, signedOut } = emptyDashboard({ role: 'developer' })

const form = async (path: string, fields: Readonly<Record<string, string>>) => {
  const body = new URLSearchParams({ client_id: 'compaction', ...fields })
  const answer = await fetch(dashboard() + path, { method: 'POST', body })
  return (await answer.json()) as Readonly<Record<string, string>>
}
const begin = (device = 'laptop') => form('/oauth/device_authorization', { device })
const poll = (codes: Readonly<Record<string, string>>) =>
  form('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: codes.device_code ?? '',
  })

const faults = async (page: Page) => ({ violations: await violations(page), sideways: await sideways(page) })
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent)

describe.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 320 },
  { scheme: 'dark', width: 320 },
] as const)('in $scheme, $width px wide', (look) => {
  it('a machine is approved, listed and revoked by the keyboard alone', async () => {
    const page = await signedIn(look)
    const codes = await begin('<b>lap\u202etop</b>')
    await page.goto(codes.verification_uri_complete ?? '')
    await page.waitForSelector('button:has-text("Deny")')
    expect(await page.locator('input.user-code').inputValue()).toBe(codes.user_code)
    expect(await page.locator('dd').allTextContents()).toContain('<b>lap␦top</b>')
    expect(await faults(page)).toEqual({ violations: [], sideways: 0 })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Deny')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Approve')
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1:has-text("Signed in. Go on in your terminal.")')
    const { access_token: token = '' } = await poll(codes)
    expect(token).toMatch(/^pt_/)

    await page.goto(`${dashboard()}/accounts/local/command-line`)
    const revoke = page.locator(`[aria-label$="ends in ${token.slice(-4)}"]`)
    await revoke.waitFor()
    expect(await page.locator('.snippet code').textContent()).toContain(`${dashboard()}/cli/compaction.tgz`)
    expect(await page.content()).not.toContain(token)
    expect(await faults(page)).toEqual({ violations: [], sideways: 0 })
    await revoke.focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Cancel')
    expect((await faults(page)).violations).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector('summary:has-text("revoked or expired")')
    await revoke.waitFor({ state: 'detached' })
    const me = await fetch(`${dashboard()}/api/cli/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(me.status).toBe(401)
  }, 60_000)
})

describe('a machine', () => {
  it('is denied with one key, because the focus is there', async () => {
    const page = await signedIn()
    const codes = await begin()
    await page.goto(codes.verification_uri_complete ?? '')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Deny')
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1:has-text("Denied. Nothing was signed in.")')
    expect((await poll(codes)).error).toBe('access_denied')
  })

  it('is found by a code that is typed, and by no other', async () => {
    const page = await signedIn()
    const { user_code: code = '' } = await begin('desk')
    await page.goto(`${dashboard()}/device`)
    await page.locator('input.user-code').fill('BBBB-BBBB')
    await page.keyboard.press('Enter')
    await page.waitForSelector('text=No command line waits under this code')
    expect(await page.locator('button:has-text("Approve")').count()).toBe(0)
    expect(await faults(page)).toEqual({ violations: [], sideways: 0 })
    await page.locator('input.user-code').fill(code.toLowerCase().replace('-', ' '))
    await page.keyboard.press('Enter')
    await page.waitForSelector('dd:has-text("desk")')
  })

  it('is approved for no account that its command was not told', async () => {
    const page = await signedIn()
    const { verification_uri_complete: address = '' } = await begin()
    await page.goto(`${address}&account=${encodeURIComponent('no<b>pe')}`)
    await page.waitForSelector('text=The command asks for an account, to which you do not belong.')
    expect(await page.locator('select').inputValue()).toBe('')
    expect(await page.locator('button:has-text("Approve")').isDisabled()).toBe(true)
    expect(await faults(page)).toEqual({ violations: [], sideways: 0 })
    await page.goto(`${address}&account=local`)
    await page.waitForSelector('button:has-text("Approve")')
    expect(await page.locator('select').inputValue()).toBe('local')
    expect(await page.locator('option').allTextContents()).not.toContain('Choose an account')
  })

  it('waits while its person signs in first', async () => {
    const page = await signedOut()
    const { user_code: code = '', verification_uri_complete: address = '' } = await begin()
    await page.goto(address)
    const link = await page.locator('a:has-text("Sign in")').getAttribute('href')
    expect(link).toBe(`/auth/sign-in?to=${encodeURIComponent(`/device?code=${code}`)}`)
  })
})

describe('a person with an account of their own', () => {
  it('is shown the command line, and nothing of keys', async () => {
    const page = await signedIn({ role: 'person' })
    await page.waitForSelector('text=A personal account has no API key')
    expect(await page.locator('.snippet code').textContent()).toContain('compaction login')
    expect(await page.locator('.rail nav a').allTextContents()).not.toContain('API keys')
    const { verification_uri_complete: address = '' } = await begin()
    await page.goto(address)
    await page.waitForSelector('button:has-text("Approve")')
    expect(await page.locator('option').allTextContents()).toEqual(['Personal account'])
  })

  it('is offered to somebody of an organization as well', async () => {
    const page = await signedIn({ role: 'viewer' })
    const { verification_uri_complete: address = '' } = await begin()
    await page.goto(address)
    await page.waitForSelector('button:has-text("Approve")')
    expect(await page.locator('option').allTextContents()).toEqual(['Personal account'])
    await page.goto(`${dashboard()}/accounts/local/command-line`)
    await page.waitForSelector('h1:has-text("Not allowed")')
  })
})
