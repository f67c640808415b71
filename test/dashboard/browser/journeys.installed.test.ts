// The dashboard as people meet it, in a real browser: every screen, light and dark, wide and narrow, with the keyboard alone. Nothing
// may be inaccessible, break the policy, leave the origin, or scroll sideways.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dynamoAccounts } from '../../../adapters/dynamo/accounts/accounts.ts'
import { openDynamo } from '../../../adapters/dynamo/client.ts'
import { defaultTablePrefix } from '../../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../../adapters/embedded/local-aws.ts'
import { compact, percent } from '../../../dashboard/page/data/format.ts'
import { runOperator } from '../../bin/operator/run-operator.ts'
import { emptyDashboard, filledDashboard } from './dashboard-of-tests.ts'
import { sideways, violations } from './faults-of-page.ts'

const filled = filledDashboard()
const empty = emptyDashboard()

/** How far the content of the dialog reaches beyond it. */
const inDialog = (page: Page): Promise<number> =>
  page.locator('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)

const settled = async (page: Page): Promise<void> => {
  await page.waitForSelector('main h1')
  await page.waitForFunction(() => document.querySelector('.skeleton') === null)
}

const screens = [
  ...['', '/sessions', '/usage', '/usage?by=model', '/usage?tab=ledger', '/keys'],
  ...['/command-line', '/members', '/settings'],
]

describe.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 320 },
  { scheme: 'dark', width: 320 },
] as const)('in $scheme, $width px wide', (look) => {
  it('every screen is accessible, and fits', async () => {
    const page = await filled.signedIn(look)
    for (const screen of screens) {
      await page.goto(`${filled.address()}/accounts/local${screen}`)
      await settled(page)
      expect({ screen, violations: await violations(page), sideways: await sideways(page) }).toEqual({
        screen,
        violations: [],
        sideways: 0,
      })
    }
    await page.goto(`${filled.address()}/accounts/local/sessions`)
    await page.locator('tbody a').first().click()
    await page.waitForSelector('.hero-figure')
    expect([await violations(page), await sideways(page)]).toEqual([[], 0])
    // Text at twice its size.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '30px'
    })
    expect(await sideways(page)).toBe(0)
  }, 120_000)

  it('a key is generated and revoked by the keyboard alone, and its secret is nowhere afterwards', async () => {
    const page = await filled.signedIn(look)
    await page.goto(`${filled.address()}/accounts/local/keys`)
    await settled(page)
    await page.keyboard.press('n')
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    const secret = (await page.locator('output.secret').textContent()) ?? ''
    expect(secret).toMatch(/^ak_[0-9A-Za-z]{49}$/)
    expect([await violations(page), await inDialog(page)]).toEqual([[], 0])
    // The focus is on the button that copies.
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Copied'))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    // Escape asks, because the key is not kept yet.
    await page.keyboard.press('Escape')
    expect(await page.locator('[role=alert]').textContent()).toContain('Keep the key first')
    while (!(await page.evaluate(() => document.activeElement?.matches('input[type=checkbox]'))))
      await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('dialog') === null)
    const everywhere = await page.evaluate(() =>
      JSON.stringify([
        document.documentElement.outerHTML,
        { ...localStorage },
        { ...sessionStorage },
        history.state,
        location.href,
      ]),
    )
    expect(everywhere).not.toContain(secret)
    await page.reload()
    await page.waitForSelector(`text=ak_…${secret.slice(-4)}`)
    // The letter that opened the dialog is not part of the name.
    expect(await page.locator('td[data-name=Name]', { hasText: 'By keyboard' }).first().innerText()).toBe('By keyboard')
    expect(await page.content()).not.toContain(secret)

    await page.locator(`[aria-label="Revoke the key that ends in ${secret.slice(-4)}"]`).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('nope')
    expect(await page.locator('dialog button[type=submit]').isDisabled()).toBe(true)
    for (let back = 0; back < 4; back += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type(secret.slice(-4))
    await page.keyboard.press('Enter')
    await page.waitForSelector('details summary:has-text("revoked")')
  }, 60_000)
})

describe('a key', () => {
  it('may expire on a day, and is good until its end', async () => {
    const page = await filled.signedIn()
    await page.goto(`${filled.address()}/accounts/local/keys`)
    await settled(page)
    await page.keyboard.press('n')
    await page.keyboard.type('Of a day')
    await page.selectOption('[name=lifetime]', 'day')
    await page.keyboard.press('Tab')
    await page.click('dialog button[type=submit]')
    // No day is chosen yet.
    expect(await page.locator('output.secret').count()).toBe(0)
    await page.fill('[name=day]', '2099-07-01')
    expect([await violations(page), await inDialog(page)]).toEqual([[], 0])
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await page.click('dialog button[type=submit]')
    expect((await asked).postDataJSON()).toMatchObject({ expiresAt: '2099-07-01T21:59:59.000Z' })
    await page.waitForSelector('output.secret')
    await page.click('dialog input[type=checkbox]')
    await page.click('dialog button:has-text("Done")')
    const row = page.locator('tbody tr', { hasText: 'Of a day' })
    expect(await row.locator('td[data-name=Expires]').innerText()).toBe('1 Jul 2099')
  }, 60_000)
})

describe('the overview', () => {
  it('goes from the net to its parts, and ends with the reasons', async () => {
    const page = await filled.signedIn()
    await page.waitForSelector('.columns tbody tr')
    expect(await page.locator('.content-body h2').allTextContents()).toEqual([
      'Net saved',
      'Net saved per day',
      'What became of the exchanges',
      'By model',
      'By key',
      'Latest sessions',
      'Reasons',
    ])
  })

  it('shows the same figures as bars and as a table, and reads the bars out', async () => {
    const page = await filled.signedIn()
    await page.waitForSelector('.bar-gain')
    const bars = await page.locator('.bar-gain').count()
    await page.click('summary:has-text("Show as table")')
    expect(await page.locator('details tbody tr').count()).toBeGreaterThanOrEqual(bars)
    // A share is one of something that is said.
    const shares = page.locator('th:has-text("Of its effective tokens")')
    await shares.nth(1).waitFor()
    expect(await shares.count()).toBe(2)
    expect(await page.locator('.content-body > .section .facts').innerText()).toMatch(
      /Estimated\s+[\d.]+ % of the exchanges/,
    )
    await page.locator('[aria-roledescription=chart]').focus()
    await page.keyboard.press('End')
    expect(await page.locator('.chart-detail').first().textContent()).toMatch(
      /: .* before, .* after; .* saved, .* given back, net /,
    )
  })

  it('says what was observed, as a share of that, and leads an owner on to repeated', async () => {
    const page = await filled.signedIn()
    const account = `${filled.address()}/api/accounts/local`
    const { observedTokens, tokensBefore } = await page.evaluate(async (path) => {
      const headers = { 'content-type': 'application/json' }
      await fetch(`${path}/settings`, { method: 'PATCH', headers, body: '{"mode":"observe"}' })
      const day = (from: number) => new Date(Date.now() - from * 86_400_000).toISOString().slice(0, 10)
      const { rows } = await (await fetch(`${path}/usage?from=${day(29)}&to=${day(0)}&tz=UTC&by=mode`)).json()
      return rows.find(({ mode }: { readonly mode: string }) => mode === 'observe')
    }, account)
    const said = (text: string) => text.replaceAll(/\s+/g, ' ')
    const words = `Observing: nothing is changed. Deleting everything at once would take away ${compact(observedTokens)} tokens (${percent(observedTokens, tokensBefore)}): the ceiling of arrival.`
    await page.reload()
    await page.waitForFunction(
      (text) => document.querySelector('main')?.innerText.replaceAll(/\s+/g, ' ').includes(text),
      words,
    )
    expect(await violations(page)).toEqual([])
    await page.click('button:has-text("Switch to repeated")')
    await page.waitForSelector('.notice', { state: 'detached' })
    expect(said(await page.locator('main').innerText())).not.toContain('Observing')
  }, 30_000)

  it('of an account without API access has the line that its operator needs', async () => {
    const { dynamodbEndpoint: endpoint } = empty.service().facts
    const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, deadlineMilliseconds: 10_000, endpoint, ...localAws })
    await dynamoAccounts(dynamo).update('local', { apiAccess: false })
    const page = await empty.signedIn()
    await page.waitForSelector('.notice:has-text("local has no API access yet.")')
    expect(await page.locator('main').innerText()).toContain('npm run -s operator -- account enable-api local')
    expect(await violations(page)).toEqual([])
    await dynamoAccounts(dynamo).update('local', { apiAccess: true })
    dynamo.close()
  }, 30_000)

  it('turns from first steps into figures with the first exchange', async () => {
    const page = await empty.signedIn()
    await page.waitForSelector('text=Listening for the first exchange')
    expect(await violations(page)).toEqual([])
    const { baseUrl, serviceKey } = empty.service().facts
    const answer = await fetch(`${baseUrl}/v1/compress`, {
      method: 'POST',
      headers: { 'x-service-auth-token': serviceKey, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'adeline-1', messages: [{ role: 'user', content: 'a line\n'.repeat(200) }] }),
    })
    expect(answer.status).toBe(200)
    // Asked for every five seconds; afterwards every ten.
    await page.waitForSelector('.hero-figure', { timeout: 7_500 })
    // Nothing was saved yet: the zero line is the ground of the chart, and not its ceiling.
    const zero = Number(await page.locator('.chart svg .zero').getAttribute('y1'))
    expect(zero).toBeGreaterThan(Number(await page.locator('.chart svg').getAttribute('height')) / 2)
  }, 30_000)
})

describe('a member', () => {
  it.each([1280, 320])(
    'gets another role or is removed only when that is confirmed, %d px wide',
    async (width) => {
      const page = await filled.signedIn({ width })
      await page.goto(`${filled.address()}/accounts/local/members`)
      await settled(page)
      const role = page.locator('[aria-label="Role of David Developer"]')
      const row = page.locator('tbody tr', { has: role })
      // Nobody has signed in as David here.
      expect(await row.locator('td[data-name="Last signed in"]').innerText()).toBe('never')
      await role.focus()
      await page.keyboard.press('ArrowDown')
      await page.waitForSelector('dialog h2:has-text("Change the role of David Developer to owner?")')
      expect([await violations(page), await inDialog(page)]).toEqual([[], 0])
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog', { state: 'detached' })
      expect(await role.inputValue()).toBe('developer')
      await page.click('[aria-label="Remove David Developer"]')
      await page.waitForSelector('dialog:has-text("No API key that they made is active.")')
      expect([await violations(page), await inDialog(page)]).toEqual([[], 0])
      await page.click('dialog button:has-text("Cancel")')
      await page.reload()
      await settled(page)
      expect(await role.inputValue()).toBe('developer')
    },
    60_000,
  )

  it('who is removed leaves keys that go on working, and that is said', async () => {
    const developer = await empty.signedIn({ role: 'developer' })
    const made = await developer.evaluate(async (site) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${site}/api/accounts/local/keys`, { method: 'POST', headers, body: '{}' })).status
    }, empty.address())
    expect(made).toBe(201)
    await empty.context()?.close()
    const page = await empty.signedIn()
    await page.goto(`${empty.address()}/accounts/local/members`)
    await settled(page)
    await page.click('[aria-label="Remove David Developer"]')
    await page.waitForSelector('dialog:has-text("1 API key that they made goes on working until somebody revokes it")')
    await page.click('dialog button:has-text("Remove")')
    await page.waitForSelector('[aria-label="Remove David Developer"]', { state: 'detached' })
  }, 60_000)
})

describe('an invitation', () => {
  it.each([1280, 320])(
    'is withdrawn only when that is confirmed, and then stands among what was done, %d px wide',
    async (width) => {
      const page = await filled.signedIn({ width })
      const email = `ana-${width}@example.com`
      const made = await page.evaluate(
        async ([site, body]) => {
          const headers = { 'content-type': 'application/json' }
          return (await fetch(`${site}/api/accounts/local/members`, { method: 'POST', headers, body: body ?? '' }))
            .status
        },
        [filled.address(), JSON.stringify({ role: 'viewer', email })],
      )
      expect(made).toBe(201)
      await page.goto(`${filled.address()}/accounts/local/members`)
      await settled(page)
      const withdraw = page.locator(`[aria-label="Withdraw the invitation for ${email}"]`)
      await withdraw.click()
      await page.waitForSelector(`dialog:has-text("The link for ${email}, as viewer")`)
      expect([await violations(page), await inDialog(page)]).toEqual([[], 0])
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog', { state: 'detached' })
      await withdraw.click()
      await page.click('dialog button:has-text("Withdraw")')
      await withdraw.waitFor({ state: 'detached' })
      await page.waitForSelector(`td:has-text("withdrew the invitation for ${email}")`)
    },
    60_000,
  )
})

describe('what was done', () => {
  it('names the operator where the operator did it', async () => {
    const at = { AWS_ENDPOINT_URL_DYNAMODB: empty.service().facts.dynamodbEndpoint }
    expect(await runOperator(['member', 'add', 'local', '--role', 'viewer'], at)).toMatchObject({ code: 0 })
    const page = await empty.signedIn()
    await page.goto(`${empty.address()}/accounts/local/members`)
    await settled(page)
    const row = page.locator('tr', { hasText: 'the operator' }).first()
    expect((await row.innerText()).replace(/\s+/g, ' ')).toMatch(/ the operator invited viewer$/)
    expect(await violations(page)).toEqual([])
  }, 60_000)
})

describe('settings', () => {
  it('saved from a page that is behind keep what another owner has changed, and show it', async () => {
    const page = await empty.signedIn()
    await page.goto(`${empty.address()}/accounts/local/settings`)
    await page.waitForSelector('textarea')
    const change = (body: object) =>
      page.evaluate(
        async ([site, text]) => {
          const headers = { 'content-type': 'application/json' }
          const init = { method: 'PATCH', headers, body: text ?? '' }
          return (await (await fetch(`${site}/api/accounts/local/settings`, init)).json()).mode
        },
        [empty.address(), JSON.stringify(body)],
      )
    expect(await change({ mode: 'off' })).toBe('off')
    await page.fill('textarea', 'claude-sonnet 3')
    await page.click('button:has-text("Save")')
    await page.waitForSelector('[role=status]:has-text("Saved.")')
    expect(await page.locator('input[name=mode]:checked').inputValue()).toBe('off')
    expect(await page.locator('textarea').inputValue()).toBe('claude-sonnet 3')
    await page.click('button:has-text("Save")')
    await page.waitForSelector('[role=status]:has-text("There is nothing to save.")')
    expect(await change({ mode: 'repeated', prices: {} })).toBe('repeated')
  }, 60_000)

  it('of the operator say what holds, and whether it was set for the account', async () => {
    const page = await empty.signedIn({ role: 'viewer' })
    const told = async (name: string) => {
      await page.goto(`${empty.address()}/accounts/local/settings`)
      return page.locator('.facts div', { has: page.locator(`dt:text-is("${name}")`) }).innerText()
    }
    expect(await told('File reads')).toMatch(/^File reads\s+aged\s.*The service’s default\.$/s)
    const { dynamodbEndpoint: endpoint } = empty.service().facts
    const dynamo = openDynamo({
      tablePrefix: defaultTablePrefix,
      deadlineMilliseconds: 10_000,
      endpoint,
      ...localAws,
    })
    await dynamoAccounts(dynamo).update('local', { fileReads: 'keep', serverResults: ['mcp'] })
    dynamo.close()
    expect(await told('File reads')).toMatch(/^File reads\s+keep\s+They stay whole\.\s+Set for this account\.$/)
    expect(await told('Observations')).toMatch(/results\s.*The service’s default\.$/s)
    expect(await told('Server results')).toMatch(/mcp\s.*Set for this account\.$/s)
    expect([await violations(page), await sideways(page)]).toEqual([[], 0])
  }, 60_000)
})

it.each([
  { isTouched: true, height: 44 },
  { isTouched: false, height: 36 },
])('rows are $height px high where isTouched is $isTouched', async ({ isTouched, height }) => {
  const page = await filled.signedIn({ width: 1100, isTouched })
  await page.goto(`${filled.address()}/accounts/local/sessions`)
  const box = await page.locator('tbody tr').first().boundingBox()
  expect(Math.round(box?.height ?? 0)).toBe(height)
})

describe('somebody else', () => {
  it('who may only look has no Generate, no members and no form', async () => {
    const page = await filled.signedIn({ role: 'viewer' })
    expect(await page.locator('.rail nav a').allTextContents()).toEqual([
      'Overview',
      'Sessions',
      'Usage',
      'API keys',
      'Settings',
    ])
    await page.goto(`${filled.address()}/accounts/local/keys`)
    await settled(page)
    expect(await page.locator('button:has-text("Generate"), button:has-text("Revoke")').count()).toBe(0)
  })

  it('with a personal account has no keys, and is told what there is instead', async () => {
    const page = await empty.signedIn({ role: 'person' })
    expect(await page.locator('.rail nav a').allTextContents()).toEqual([
      'Overview',
      'Sessions',
      'Usage',
      'Command line',
      'Settings',
    ])
    await page.waitForSelector('text=A personal account has no API key')
    await page.keyboard.press('?')
    expect(await page.locator('dialog').innerText()).not.toMatch(/API key|New key/)
  })

  it('who types an address that is not theirs is told so, and is shown nothing of it', async () => {
    const viewer = await empty.signedIn({ role: 'viewer' })
    for (const screen of ['members', 'command-line']) {
      await viewer.goto(`${empty.address()}/accounts/local/${screen}`)
      await viewer.waitForSelector('h1:has-text("Not allowed")')
      const shown = await viewer.locator('main').innerText()
      expect(shown).toBe(
        'Not allowed\n\nYou are viewer in local, and this page needs another role. An owner can give it to you.\n\nTo the overview',
      )
    }
    await empty.context()?.close()
    const person = await empty.signedIn({ role: 'person' })
    await person.goto(`${person.url()}/keys`)
    await person.waitForSelector('h1:has-text("Not allowed")')
    expect(await person.locator('main').innerText()).not.toContain('enable-api')
    expect(await violations(person)).toEqual([])
  }, 30_000)

  it('names each page in tabs by its screen and its account', async () => {
    const page = await filled.signedIn()
    const titleAt = async (path: string): Promise<string> => {
      await page.goto(`${filled.address()}${path}`)
      await settled(page)
      return page.title()
    }
    expect(await titleAt('/accounts/local')).toBe('Overview · local · Compaction')
    expect(await titleAt('/accounts/local/keys')).toBe('API keys · local · Compaction')
    await page.click('nav a:has-text("Usage")')
    await page.waitForFunction(() => document.title === 'Usage · local · Compaction')
    expect(await titleAt('/accounts/nobody')).toBe('No account here · Compaction')
    expect(await titleAt('/accounts/local/nothing')).toBe('No such page · Compaction')
  }, 30_000)

  it('who looks for sessions that there are not is told that, not what a session is', async () => {
    const page = await filled.signedIn()
    await page.goto(`${filled.address()}/accounts/local/sessions?model=nothing`)
    await page.waitForSelector('text=No session is like that.')
  }, 30_000)

  it('who opens the link of somebody else is told who they are, and can sign out', async () => {
    const owner = await empty.signedIn()
    const link = await owner.evaluate(async (site) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ role: 'viewer', email: 'else@example.com' })
      return (await (await fetch(`${site}/api/accounts/local/members`, { method: 'POST', headers, body })).json()).link
    }, empty.address())
    await empty.context()?.close()
    const page = await empty.signedIn({ role: 'person' })
    await page.goto(link)
    await page.waitForSelector('text=This invitation was made for another e-mail address.')
    await page.waitForSelector('text=You are signed in as person@localhost.example.')
    expect(await violations(page)).toEqual([])
    expect(await page.locator('main a').getAttribute('href')).toBe('/')
    await page.click('button:has-text("Sign out")')
    await page.waitForURL('**/issuer/session/end**')
  }, 30_000)

  it('joins by a link, also where the first answer is lost, and signs out', async () => {
    const owner = await empty.signedIn()
    await owner.goto(`${empty.address()}/accounts/local/members`)
    await settled(owner)
    await owner.click('button:has-text("Invite")')
    await owner.click('button:has-text("Make a link")')
    const link = (await owner.locator('dialog .snippet code').textContent()) ?? ''
    await empty.context()?.close()
    const page = await empty.signedIn({ role: 'person' })
    await page.goto(link)
    expect(await page.locator('h1').textContent()).toBe('Join local')
    await page.route('**/api/join/*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.click('button:has-text("Accept")')
    await page.waitForSelector('[role=alert]')
    await page.unroute('**/api/join/*')
    await page.click('button:has-text("Try again")')
    await page.waitForURL('**/accounts/local')
    await page.click('button:has-text("Sign out")')
    await page.waitForURL('**/issuer/session/end**')
    await page.goto(empty.address())
    await page.waitForSelector('a:has-text("Sign in")')
    expect(await violations(page)).toEqual([])
  })
})
