// Every figure on a screen is the one that the service tells, wherever its reader lives and whatever commas are there.

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { wrongWith, wrongWithShare } from '../../laws/figures/shown.ts'
import { filledDashboard } from './dashboard-of-tests.ts'

const { address, signedIn } = filledDashboard()

type Document = ReturnType<typeof JSON.parse>

const told = async (page: Page, path: string): Promise<Document> =>
  page.evaluate(async (url) => (await fetch(url)).json(), `${address()}/api/accounts/local${path}`)

/** Without what is said to those who only hear it. */
const textsOf = async (cells: Locator): Promise<string[]> =>
  (await cells.allInnerTexts()).map((text) => text.replace(/\s*cost more$/, '').trim())

/** Of sums, or of one exchange. */
const isEstimate = ({ estimated, estimatedExchanges = 0 }: Document): boolean => estimated ?? estimatedExchanges > 0

/** The columns of a table, each with what its cells stand for. */
const expectTable = async (
  table: Locator,
  rows: readonly Document[],
  columns: Readonly<Record<string, (row: Document) => number>>,
): Promise<void> => {
  for (const [name, figureOf] of Object.entries(columns)) {
    const texts = await textsOf(table.locator(`tbody td[data-name="${name}"]`))
    expect(texts.length, name).toBe(rows.length)
    const wrong = texts.flatMap((text, index) => wrongWith(text.replace('~', ''), figureOf(rows[index])) ?? [])
    expect(wrong, name).toEqual([])
    if (name === 'Net') expect(texts.map((text) => text.startsWith('~'))).toEqual(rows.map(isEstimate))
  }
}

const tableOf = (page: Page, caption: string): Locator =>
  page.locator('table', { has: page.locator(`caption:has-text("${caption}")`) })

const expectSentence = async (page: Page, sums: Document): Promise<void> => {
  const sentence = (await page.locator('.hero').innerText()).replaceAll(/\s+/g, ' ')
  const [, net = '', share = '', gained = '', givenBack = '', again = ''] =
    /Net saved (\S+) (.+? %) of effective input tokens (\S+) saved − (\S+) given back = (\S+) effective input tokens/.exec(
      sentence,
    ) ?? []
  const shown = [
    wrongWith(net.replace('~', ''), sums.net),
    wrongWith(gained, sums.gained),
    wrongWith(givenBack, sums.givenBack),
    wrongWith(again, sums.net),
    wrongWithShare(share, (sums.net / sums.effectiveBefore) * 100),
  ]
  expect(shown, sentence).toEqual(shown.map(() => undefined))
  expect(sentence.includes('cost more than it saved')).toBe(sums.net < 0)
  expect(net.startsWith('~')).toBe(isEstimate(sums))
}

const sumsColumns = {
  Exchanges: (row: Document) => row.exchanges,
  Net: (row: Document) => row.net,
}

it.each([
  ['de-DE', 'Australia/Lord_Howe'],
  ['ar-EG', 'Pacific/Kiritimati'],
  ['hi-IN', 'Asia/Kathmandu'],
])(
  'in %s and %s',
  async (locale, timezone) => {
    const page = await signedIn({ locale, timezone })
    const tz = encodeURIComponent(timezone)
    await page.goto(`${address()}/accounts/local?days=30`)
    await page.waitForSelector('.hero-figure')
    const overview = await told(page, `/overview?days=30&tz=${tz}`)
    await expectSentence(page, overview.totals)
    await page.click('summary:has-text("Show as table")')
    await expectTable(
      tableOf(page, 'Net saved per day'),
      overview.days.filter(({ exchanges }: Document) => exchanges > 0),
      {
        ...sumsColumns,
        Before: (row) => row.effectiveBefore,
        After: (row) => row.effectiveAfter,
        Saved: (row) => row.gained,
        'Given back': (row) => row.givenBack,
      },
    )
    const counted = overview.days.reduce((sum: number, { exchanges }: Document) => sum + exchanges, 0)
    expect(counted).toBe(overview.totals.exchanges)

    const span = `from=${overview.days[0].day}&to=${overview.days.at(-1).day}&tz=${encodeURIComponent(overview.zone)}`
    for (const [caption, by] of [
      ['Net by model', 'model'],
      ['Net by key', 'key'],
    ] as const) {
      const { rows } = await told(page, `/usage?${span}&by=${by}`)
      const falling = [...rows].sort((one: Document, other: Document) => other.net - one.net)
      await expectTable(tableOf(page, caption), falling, sumsColumns)
    }

    await page.goto(`${address()}/accounts/local/sessions`)
    await page.waitForSelector('main tbody tr')
    const { sessions } = await told(page, '/sessions')
    await expectTable(tableOf(page, 'Sessions, newest first'), sessions, {
      ...sumsColumns,
      'Cached again': (row) => row.cacheRewriteTokens,
    })
    await page.goto(`${address()}/accounts/local/sessions/${sessions[0].id}`)
    await page.waitForSelector('main tbody tr')
    await expectSentence(page, sessions[0])
    const { exchanges } = await told(page, `/sessions/${sessions[0].id}/exchanges?limit=300`)
    await expectTable(tableOf(page, 'Exchanges, newest first'), exchanges, {
      Before: (row) => row.tokensBefore,
      After: (row) => row.tokensAfter,
      Net: (row) => row.effectiveTokensBefore - row.effectiveTokensAfter,
    })

    const month = overview.days.at(-1).day.slice(0, 7)
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
    await page.goto(`${address()}/accounts/local/usage?month=${month}`)
    await page.waitForSelector('main h2')
    const usage = await told(page, `/usage?from=${month}-01&to=${last}&tz=${tz}&by=day`)
    await expectTable(tableOf(page, `Usage in ${month}`), usage.rows.toReversed(), {
      ...sumsColumns,
      'Tokens before': (row) => row.tokensBefore,
      'Tokens after': (row) => row.tokensAfter,
      Output: (row) => row.outputTokens,
    })
  },
  60_000,
)
