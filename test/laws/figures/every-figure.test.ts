// Each figure of the product is the same wherever it stands, and what the receipts themselves say: compared with an oracle of its own.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { dayOn, daysTouched, differences, figuresOf, moneyOf, worthOf } from './oracle.ts'
import { accountIds, models, played, sessionIds } from './receipts.ts'
import { rebuilt, toldByStream } from './sums-of.ts'
import { type Document, openDashboard, openOperator, type Prices, pricesOf } from './told.ts'

const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
]
/** Its days begin on quarters of an hour of UTC. */
const inexact = 'Asia/Kathmandu'
const anHour = 3_600_000
const zone = fc.constantFrom(...zones)
const prices: fc.Arbitrary<Prices> = fc.constantFrom(
  { 'claude-sonnet': 3, 'gpt-5.4': 1.25, 'gpt-5.4-mini': 0.123456789, claude: 15 },
  { '=cmd': 0.000001, gpt: 1e6 },
)

/** Says where figures differ, and how. */
const expectFigures = (where: string, told: Readonly<Record<string, unknown>>, receipts: readonly Receipt[]): void =>
  expect(differences(told, figuresOf(receipts)), where).toEqual([])

const of = (receipts: readonly Receipt[], accountId: string): readonly Receipt[] =>
  receipts.filter((receipt) => receipt.accountId === accountId)

/** Every row tells its own receipts, each receipt has a row, and the rows are the total. */
const expectRows = <Row extends Readonly<Record<string, unknown>>>(
  where: string,
  rows: readonly Row[],
  all: readonly Receipt[],
  nameOf: (row: Row) => string,
  groupOf: (receipt: Receipt) => string,
) => {
  const groups = Map.groupBy(all, groupOf)
  expect(rows.map(nameOf).sort(), where).toEqual([...groups.keys()].sort())
  for (const row of rows) expectFigures(`${where} ${nameOf(row)}`, { ...row }, groups.get(nameOf(row)) ?? [])
}

const groupings = {
  day: ({ receivedAt }: Receipt) => receivedAt.slice(0, 10),
  key: ({ keyId }: Receipt) => keyId,
  model: ({ model }: Receipt) => model ?? '-',
  mode: ({ compactionMode }: Receipt) => compactionMode ?? '-',
  client: ({ client }: Receipt) => client ?? '-',
}
type Grouping = keyof typeof groupings
const memberOf = (name: Grouping) => (name === 'key' ? 'keyId' : name)

const runs = { numRuns: 15 }
const order = fc.array(fc.nat(41), { maxLength: 20 })

describe('the sums', () => {
  it('are those of the receipts behind the stream and after a rebuild, part by part', async () => {
    await fc.assert(
      fc.asyncProperty(played(), order, async (one, steps) => {
        for (const items of [await toldByStream(one, steps), await rebuilt(one)]) {
          const parts = [...items.parts.values()].map(({ part }) => part)
          for (const accountId of accountIds) {
            const own = of(one.receipts, accountId)
            const ofOwner = (end: RegExp) =>
              parts.filter(({ owner }) => owner.startsWith(`${accountId}#`) && end.test(owner))
            const halfHour = ({ receivedAt }: Receipt) =>
              `${receivedAt.slice(0, 14)}${receivedAt.slice(14, 16) < '30' ? '00' : '30'}`
            expectRows(
              'half hours',
              ofOwner(/#half-hours$/).map(({ owner, part, sums }) => ({
                at: `${owner.split('#')[1]}-${part}`,
                ...sums,
              })),
              own,
              ({ at }) => at,
              halfHour,
            )
            const sessions = ofOwner(/#session#/).map(({ sums, session }) => ({
              ...sums,
              id: session?.sessionId ?? '',
            }))
            expectRows(
              'sessions',
              sessions,
              own.filter(({ sessionId }) => sessionId !== undefined),
              ({ id }) => id,
              ({ sessionId = '' }) => sessionId,
            )
          }
        }
      }),
      runs,
    )
  })
})

describe('the dashboard’s API', () => {
  it('tells days, hours and every breakdown as the receipts do', async () => {
    await fc.assert(
      fc.asyncProperty(played(), zone, prices, async (one, tz, paid) => {
        const own = of(one.receipts, 'acme')
        const api = await openDashboard(one, await rebuilt(one), paid)
        const told = tz === inexact ? 'UTC' : tz
        const overview = await api.document('/overview', { days: '7', tz })
        expect(overview.zone).toBe(told)
        expectFigures('overview', overview.totals, own)
        expectRows(
          'days',
          overview.days.filter(({ exchanges }: { exchanges: number }) => exchanges > 0),
          own,
          ({ day }: { day: string }) => day,
          ({ receivedAt }) => dayOn(receivedAt, told),
        )

        const hours = await api.document('/overview', { hours: '48', tz })
        const first = hours.hours[0].hour
        const running = hours.hours.at(-1).hour
        expect(hours.hours.length).toBe(48)
        expect(Date.parse(running) - Date.parse(first)).toBe(47 * anHour)
        expect(Math.floor((one.now - Date.parse(running)) / anHour)).toBe(0)
        expectFigures(
          'hours',
          hours.totals,
          own.filter(({ receivedAt }) => receivedAt >= first),
        )
        for (const { hour, ...sums } of hours.hours)
          expectFigures(
            hour,
            sums,
            own.filter(({ receivedAt }) => receivedAt >= hour && Date.parse(receivedAt) < Date.parse(hour) + anHour),
          )

        // A day of the reader's zone, told apart: the days of UTC that it touches.
        const day = dayOn(own[0]?.receivedAt ?? '2026-11-01T12:00:00.000Z', tz)
        const touched = daysTouched(day, tz)
        const { rows, totals } = await api.document('/usage', { from: day, to: day, tz, by: 'model' })
        const ofDays = own.filter(({ receivedAt }) => touched.has(receivedAt.slice(0, 10)))
        expectFigures(`usage of ${day} in ${tz}`, totals, ofDays)
        expectRows(`usage of ${day} in ${tz}`, rows, ofDays, ({ model }: { model: string }) => model, groupings.model)

        const [from, to] = [
          own.at(0)?.receivedAt.slice(0, 10) ?? '2026-11-01',
          own.at(-1)?.receivedAt.slice(0, 10) ?? '2026-11-01',
        ]
        for (const by of [
          ['day'],
          ['key'],
          ['model'],
          ['mode'],
          ['client'],
          ['day', 'key'],
          ['day', 'model'],
          ['day', 'mode'],
          ['model', 'client'],
        ] as Grouping[][]) {
          const query = { from, to, tz: 'UTC', by: by.join(',') }
          const usage = await api.document('/usage', query)
          expectFigures(`usage by ${by}`, usage.totals, own)
          const groupOf = (receipt: Receipt) => JSON.stringify(by.map((name) => groupings[name](receipt)))
          expectRows(
            `usage by ${by}`,
            usage.rows,
            own,
            (row: Record<string, string>) => JSON.stringify(by.map((name) => row[memberOf(name)])),
            groupOf,
          )
          const file = await api.file('/usage.csv', query)
          const cell = (value: string) => (value === '-' ? '' : value.startsWith('=') ? `'${value}` : value)
          expectRows(
            `file by ${by}`,
            file,
            own,
            (row) => JSON.stringify(by.map((name) => row[memberOf(name)])),
            (receipt) => JSON.stringify(by.map((name) => cell(groupings[name](receipt)))),
          )
        }
      }),
      runs,
    )
  })

  it('tells sessions and exchanges as the receipts do, in pages and in files', async () => {
    await fc.assert(
      fc.asyncProperty(played(120), prices, async (one, paid) => {
        const own = of(one.receipts, 'acme')
        const api = await openDashboard(one, await rebuilt(one), paid)
        const ofSessions = own.filter(({ sessionId }) => sessionId !== undefined)
        const idOf = ({ id }: { id: string }) => id
        const sessions: { id: string; startedAt: string; lastAt: string }[] = await api.pages(
          '/sessions',
          {},
          (page) => page.sessions,
        )
        expectRows('sessions', sessions, ofSessions, idOf, ({ sessionId = '' }) => sessionId)
        const file = (await api.file('/sessions.csv')).map((row) => ({ id: String(row.session), ...row }))
        expectRows('sessions.csv', file, ofSessions, idOf, ({ sessionId = '' }) => sessionId)

        for (const { id, startedAt, lastAt } of sessions) {
          const its = own.filter(({ sessionId }) => sessionId === id)
          expectFigures(`session ${id}`, await api.document(`/sessions/${id}`), its)
          expect([startedAt, lastAt]).toEqual([its[0]?.receivedAt, its.at(-1)?.receivedAt])
          const exchanges = await api.pages(`/sessions/${id}/exchanges`, { limit: '7' }, (page) => page.exchanges)
          expect(exchanges).toEqual(its.toReversed())
        }
        for (const month of new Set(own.map(({ receivedAt }) => receivedAt.slice(0, 7)))) {
          const its = own.filter(({ receivedAt }) => receivedAt.startsWith(month)).toReversed()
          expect(await api.pages('/ledger', { month }, (page) => page.exchanges)).toEqual(its)
          const rows = await api.file('/ledger.csv', { month })
          expect(rows.map(({ exchangeId, tokensSaved }) => [String(exchangeId), tokensSaved])).toEqual(
            its.map(({ exchangeId, tokensSaved }) => [exchangeId, tokensSaved]),
          )
        }
      }),
      runs,
    )
  })
})

describe('the operator’s commands', () => {
  it('tell months, days, models, keys, sessions, accounts and money as the receipts do', async () => {
    await fc.assert(
      fc.asyncProperty(played(), prices, async (one, paid) => {
        const operator = openOperator(one, await rebuilt(one), paid)
        for (const month of new Set(one.receipts.map(({ receivedAt }) => receivedAt.slice(0, 7)))) {
          const all = one.receipts.filter(({ receivedAt }) => receivedAt.startsWith(month))
          const own = of(all, 'acme')
          for (const by of ['day', 'model', 'key'] as const) {
            const { json, csv = '' } = await operator('savings', 'acme', { month, by })
            const document = json as Document
            expectFigures(`savings ${by}`, document.totals, own)
            expectRows(
              `savings ${by}`,
              document.rows,
              own,
              (row: Record<string, string>) => row[by] ?? '',
              groupings[by],
            )
            const money = moneyOf(own, paid)
            expect(document.money.unpriced).toEqual(money.unpriced)
            expect(document.money.dollars).toBeCloseTo(money.dollars, 9)
            for (const row of document.rows) {
              const worth = worthOf(
                own.filter((receipt) => groupings[by](receipt) === row[by]),
                paid,
              )
              if (worth === undefined) expect(row.dollars).toBeUndefined()
              else expect(row.dollars).toBeCloseTo(worth, 9)
            }
            expect(csv.split('\r\n').length).toBeGreaterThan(document.rows.length)
          }
          const everybody = (await operator('savings', '', { month })).json as Document
          expectFigures('all accounts', everybody.totals, all)
          expectRows(
            'accounts',
            everybody.rows,
            all,
            ({ account }: { account: string }) => account,
            ({ accountId }) => accountId,
          )
          const moneys = accountIds.map((accountId) => ({
            accountId,
            ...moneyOf(of(all, accountId), pricesOf(accountId, paid)),
          }))
          expect(everybody.money.dollars).toBeCloseTo(
            moneys.reduce((sum, { dollars }) => sum + dollars, 0),
            9,
          )
          expect(everybody.money.unpriced).toEqual(
            moneys.flatMap(({ accountId, unpriced }) => unpriced.map((model) => `${model} of ${accountId}`)),
          )
          const { json: document, text } = await operator('savings', 'acme', { month, by: 'session' })
          const ofSessions = document as Document
          if (ofSessions.rows.length > 0) expect(text).toContain('Sessions whose last request came in these days')
          const whole = of(one.receipts, 'acme').filter(({ sessionId }) => sessionId !== undefined)
          const ended = [...Map.groupBy(whole, ({ sessionId }) => sessionId).values()].filter((its) =>
            its.at(-1)?.receivedAt.startsWith(month),
          )
          expectRows(
            'savings session',
            ofSessions.rows,
            ended.flat(),
            ({ session }: { session: string }) => session,
            ({ sessionId = '' }) => sessionId,
          )
          const ledger = (await operator('ledger', 'acme', { month, limit: '1000000' })).json
          expect(ledger).toEqual(own)
        }
        for (const id of sessionIds) {
          const its = of(one.receipts, 'acme').filter(({ sessionId }) => sessionId === id)
          if (its.length === 0) continue
          const { totals } = (await operator('session', id, { account: 'acme' })).json as Document
          const { exchanges, tokensBefore, tokensAfter, tokensObserved, cacheRewriteTokens } = totals
          const {
            effectiveTokensBefore: effectiveBefore,
            effectiveTokensAfter: effectiveAfter,
            effectiveTokensSaved: net,
          } = totals
          expectFigures(
            'session',
            {
              exchanges,
              tokensBefore,
              tokensAfter,
              observedTokens: tokensObserved,
              effectiveBefore,
              effectiveAfter,
              net,
              cacheRewriteTokens,
            },
            its,
          )
          expect(totals.tokensSaved).toBe(tokensBefore - tokensAfter)
        }
      }),
      runs,
    )
  })
})

describe('the command line', () => {
  it('tells what its service tells', async () => {
    await fc.assert(
      fc.asyncProperty(played(), zone, async (one, tz) => {
        const own = of(one.receipts, 'acme')
        const api = await openDashboard(one, await rebuilt(one), {})
        const told = tz === inexact ? 'UTC' : tz
        const days = JSON.parse(await api.commandLine(tz, 'savings', '--since', '7d', '--json'))
        expectFigures('savings', days.totals, own)
        expectRows(
          'savings',
          days.rows,
          own,
          ({ day }: { day: string }) => day,
          ({ receivedAt }) => dayOn(receivedAt, told),
        )
        for (const by of ['model', 'key', 'mode', 'client'] as const) {
          const usage = JSON.parse(await api.commandLine(tz, 'savings', '--since', '7d', '--by', by, '--json'))
          expectRows(
            `savings ${by}`,
            usage.rows,
            own,
            (row: Record<string, string>) => row[memberOf(by)] ?? '',
            groupings[by],
          )
        }
        for (const id of sessionIds) {
          const its = own.filter(({ sessionId }) => sessionId === id)
          const document = JSON.parse(await api.commandLine(tz, 'savings', '--session', id, '--json'))
          if (its.length === 0) expect(document).toBe(null)
          else expectFigures('session', document, its)
        }
      }),
      runs,
    )
  })
})

it('plays models that strangers have named', () => expect(models.some((model) => model.startsWith('='))).toBe(true))
