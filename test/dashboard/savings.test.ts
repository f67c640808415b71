// What the dashboard says was saved: the sums as its API tells them, files, and what strangers call their models.

import { describe, expect, it } from 'vitest'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { emptyPart, withReceipt } from '../../core/savings/fold.ts'
import { foldReceipts } from '../../core/savings/fold-receipts.ts'
import { halfHoursOwner } from '../../core/savings/parts.ts'
import { sumsOfDays } from '../../core/savings/periods.ts'
import { dashboardInMemory, documentOf, now, type Position } from '../../testkit/memory/dashboard.ts'
import { memorySavings } from '../../testkit/memory/savings.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'

const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-00000000000'

const receipt = (index: number, more: Partial<Receipt> = {}): Receipt =>
  aReceipt({
    accountId: 'acme',
    exchangeId: `01${String(index).padStart(4, '0')}`,
    receivedAt: new Date(now - index * 3_600_000).toISOString(),
    keyId: 'acme.000000000001',
    sessionId: `${sessionId}${index % 3}`,
    client: 'claude-code',
    model: 'claude-sonnet-5',
    compactionMode: 'repeated',
    tokensBefore: 100,
    tokensAfter: 80,
    effectiveTokensBefore: 100,
    effectiveTokensAfter: index % 3 === 2 ? 130 : 80,
    upstreamKeyFingerprint: 'f'.repeat(64),
    ...more,
  })

const hostile = ['=cmd()', '<img src=x onerror=alert(1)>', 'a,"b"\r\nc', '\u202eevil', '-1+1']
const receipts: readonly Receipt[] = [
  ...Array.from({ length: 30 }, (_, index) => receipt(index)),
  ...hostile.map((model, index) => receipt(40 + index, { model })),
  receipt(50, { outcome: 'observed', tokensSaved: 60, effectiveTokensAfter: 100, tokensAfter: 100 }),
]

const filled = async () => {
  const savings = memorySavings()
  const batch = receipts.map((one, index) => ({ receipt: one, shardId: 's', sequence: String(index + 1), at: 0 }))
  await foldReceipts(savings, batch)
  return dashboardInMemory({ savings }, receipts)
}

const got = async (path: string, query: Record<string, string> = {}) => {
  const world = await filled()
  const answer = await world.ask({ as: 'viewer', path: `/api/accounts/acme${path}`, query: new URLSearchParams(query) })
  expect(answer.status, String(answer.body)).toBe(200)
  return answer
}

const net = receipts.reduce(
  (sum, { effectiveTokensBefore = 0, effectiveTokensAfter = 0 }) => sum + effectiveTokensBefore - effectiveTokensAfter,
  0,
)

describe('pages of sessions', () => {
  it('begin at this month where a cursor names a later one', async () => {
    const begun: (string | undefined)[] = []
    const savings = memorySavings()
    const watched: typeof savings = {
      ...savings,
      sessions: async (accountId, range, cursor) => {
        begun.push(cursor)
        return savings.sessions(accountId, range, cursor)
      },
    }
    const world = await dashboardInMemory({ savings: watched }, receipts)
    const asked = async (cursor: string) =>
      (await world.ask({ as: 'viewer', path: '/api/accounts/acme/sessions', query: new URLSearchParams({ cursor }) }))
        .status
    const month = new Date(now).toISOString().slice(0, 7)
    expect(await asked('9999-11T00')).toBe(200)
    expect(await asked(`${month}-01T00`)).toBe(200)
    expect(begun).toEqual([undefined, `${month}-01T00`])
    expect(await asked('2026-13T00')).toBe(400)
  })
})

describe('the sums', () => {
  it('of days, of usage by anything, and of sessions are the same', async () => {
    const overview = documentOf(await got('/overview', { days: '7', tz: 'Asia/Kolkata' }))
    expect(overview.totals.net).toBe(net)
    expect(overview.totals).toMatchObject({ observedTokens: 60, exchanges: receipts.length })
    expect(overview.days.reduce((sum: number, day: { net: number }) => sum + day.net, 0)).toBeCloseTo(net, 6)
    for (const by of ['day', 'key', 'model', 'mode', 'client', 'day,model', 'day,key,mode,client,model']) {
      const usage = documentOf(await got('/usage', { from: '2026-11-18', to: '2026-11-21', by }))
      expect(usage.totals.net, by).toBeCloseTo(net, 6)
    }
    const { sessions } = documentOf(await got('/sessions'))
    expect(sessions.reduce((sum: number, one: { net: number }) => sum + one.net, 0)).toBeCloseTo(net, 6)
  })

  it.each([
    // Where it is another day than in UTC: `now` is 22:45 UTC.
    ['Asia/Tokyo', '2026-11-22', '2026-11-22'],
    ['America/New_York', '2026-11-21', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-22', '2026-11-22'],
  ])('of a day of %s by model are those of the days of UTC that it touches', async (tz, from, to) => {
    const [byDay, byModel] = await Promise.all(
      ['day', 'model'].map(async (by) => documentOf(await got('/usage', { from, to, tz, by }))),
    )
    expect([byDay.zone, byModel.zone]).toEqual([tz, 'UTC'])
    expect(byDay.totals.exchanges).toBeGreaterThan(0)
    expect(byModel.totals.exchanges).toBeGreaterThanOrEqual(byDay.totals.exchanges)
    const touched = documentOf(await got('/usage', { from: '2026-11-21', to: '2026-11-21', by: 'model' }))
    expect(byModel.totals).toEqual(touched.totals)
  })

  it.each(['9999-12-31', '0000-01-01'])('of %s are refused, not counted without end', async (day) => {
    const world = await filled()
    const query = new URLSearchParams({ from: day, to: day, by: 'model', tz: 'America/New_York' })
    expect((await world.ask({ as: 'viewer', path: '/api/accounts/acme/usage', query })).status).toBe(400)
  })

  it('of a day of UTC by model are of that day alone', async () => {
    const usage = documentOf(await got('/usage', { from: '2026-11-22', to: '2026-11-22', by: 'model' }))
    expect(usage.rows).toEqual([])
  })

  it.each([
    ['UTC', 'UTC', '2026-11-21T22:00:00.000Z'],
    ['Asia/Tokyo', 'Asia/Tokyo', '2026-11-21T22:00:00.000Z'],
    ['Asia/Kolkata', 'Asia/Kolkata', '2026-11-21T22:30:00.000Z'],
    ['Asia/Kathmandu', 'UTC', '2026-11-21T22:00:00.000Z'],
  ])(
    'of the last 24 hours in %s begin on its clock, and midnight takes nothing from them',
    async (tz, zone, running) => {
      const overview = documentOf(await got('/overview', { hours: '24', tz }))
      const starts: string[] = overview.hours.map(({ hour }: { hour: string }) => hour)
      const first = new Date(Date.parse(running) - 23 * 3_600_000).toISOString()
      expect([overview.zone, starts.length, starts[0], starts.at(-1)]).toEqual([zone, 24, first, running])
      // One exchange each hour, a quarter to it.
      expect(overview.hours.map(({ exchanges }: { exchanges: number }) => exchanges)).toEqual(Array(24).fill(1))
      expect(overview.totals.exchanges).toBe(24)
      expect(overview.days).toEqual([])
    },
  )

  it('tell zones that have no exact days', async () => {
    expect(documentOf(await got('/overview', { tz: 'Asia/Kathmandu' })).zone).toBe('UTC')
    expect(documentOf(await got('/overview', { tz: 'America/New_York' })).zone).toBe('America/New_York')
  })

  it('of today are those of today in UTC, where the zone has no exact days and is a day ahead', async () => {
    const [today, utc] = await Promise.all(
      ['Asia/Kathmandu', 'UTC'].map(async (tz) => documentOf(await got('/overview', { tz, days: '1' }))),
    )
    expect(today.totals.exchanges).toBeGreaterThan(0)
    expect(today.days).toEqual(utc.days)
  })

  it('of a session that cost more are negative, and found by that', async () => {
    const { sessions } = documentOf(await got('/sessions', { negative: 'true' }))
    expect(sessions).toHaveLength(1)
    expect(sessions[0].net).toBeLessThan(0)
    expect(documentOf(await got('/sessions', { client: 'codex' })).sessions).toEqual([])
  })

  it('of sessions that no filter finds are not looked for without end', async () => {
    const savings = memorySavings()
    const all = Array.from({ length: 600 }, (_, index) =>
      receipt(index, {
        receivedAt: new Date(now - index * 60_000).toISOString(),
        sessionId: `0b9f4a52-7a3c-4c0d-8a5e-${String(index).padStart(12, '0')}`,
      }),
    )
    await foldReceipts(
      savings,
      all.map((one, index) => ({ receipt: one, shardId: 's', sequence: String(index + 1), at: 0 })),
    )
    const world = await dashboardInMemory({ savings }, all)
    const asked = async (query: Record<string, string>) =>
      documentOf(
        await world.ask({ as: 'viewer', path: '/api/accounts/acme/sessions', query: new URLSearchParams(query) }),
      )
    const { sessions, looked, next } = await asked({ model: 'none' })
    expect(sessions).toEqual([])
    // The pages that a call reads are whole.
    expect(looked).toBeGreaterThanOrEqual(500)
    expect(looked).toBeLessThan(550)
    expect(await asked({ model: 'none', cursor: next })).toEqual({ sessions: [], looked: 600 - looked })
  })

  it('of ninety days ask once for each month, and are quick', async () => {
    const savings = memorySavings()
    for (let at = now - 91 * 86_400_000; at < now; at += 1_800_000) {
      const moment = new Date(at).toISOString()
      const owner = halfHoursOwner('acme', moment.slice(0, 7))
      const part = `${moment.slice(8, 14)}${moment.slice(14, 16) < '30' ? '00' : '30'}`
      await savings.put(withReceipt(emptyPart({ owner, part }), receipt(1)), 0)
    }
    let queries = 0
    const counting = {
      parts: (...words: Parameters<typeof savings.parts>) => {
        queries += 1
        return savings.parts(...words)
      },
    }
    const before = performance.now()
    const { days } = await sumsOfDays(counting, 'acme', { first: '2026-08-24', last: '2026-11-21' }, 'America/New_York')
    expect([days.length, queries]).toEqual([90, 4])
    expect(performance.now() - before).toBeLessThan(300)
  })
})

describe('usage by key', () => {
  it('names keys by label and suffix, and command lines by device, to who may see them', async () => {
    const world = await filled()
    const common = { accountId: 'acme', limits: {}, createdAt: new Date(now).toISOString() }
    const key = { ...common, keyHash: 'a', keyId: 'acme.000000000001', suffix: 'WxYz', label: 'CI' }
    await world.ports.keys.put(key)
    const byKey = async (as: Position) => {
      const query = new URLSearchParams({ from: '2026-11-18', to: '2026-11-21', by: 'key' })
      return documentOf(await world.ask({ as, path: '/api/accounts/acme/usage', query })).rows[0]
    }
    expect(await byKey('viewer')).toMatchObject({ keyId: key.keyId, keyName: 'CI ak_…WxYz' })
    const issuedTo = { personId: world.personIds.developer, device: 'laptop' }
    world.keys.set('a', { ...common, keyHash: 'a', keyId: key.keyId, suffix: 'WxYz', issuedTo })
    expect((await byKey('developer')).keyName).toBe('laptop pt_…WxYz')
    expect((await byKey('owner')).keyName).toBe('laptop pt_…WxYz')
    expect((await byKey('viewer')).keyName).toBe('a command line, 000000000001')
    world.keys.clear()
    expect(await byKey('owner')).not.toHaveProperty('keyName')
  })
})

describe('files', () => {
  it('run nothing in a spreadsheet, keep numbers numbers, and quote what needs it', async () => {
    const { body, headers } = await got('/usage.csv', { from: '2026-11-18', to: '2026-11-21', by: 'model' })
    const text = String(body)
    expect(headers['content-disposition']).toBe('attachment; filename="acme-usage.csv"')
    // Spreadsheets tell its letters by this mark. Parts get it where the page joins them.
    expect(text.startsWith('\ufeffmodel,exchanges,')).toBe(true)
    expect(text).toContain("\r\n'=cmd(),1,")
    expect(text).toContain("\r\n'-1+1,1,")
    expect(text).toContain('\r\n"a,""b""\r\nc",1,')
    expect(text).not.toMatch(/(^|,)[=+@]/m)
    const sessions = String((await got('/sessions.csv')).body)
    expect(sessions).toMatch(/,-\d+,/)
    expect(String((await got('/ledger.csv', { month: '2026-11' })).body).split('\r\n')[0]).toMatch(
      /^exchangeId,receivedAt/,
    )
  })
})

describe('receipts', () => {
  it('that do not say their mode have an empty cell for it, and no sign that looks like a formula', async () => {
    const savings = memorySavings()
    const { compactionMode: _, ...said } = receipt(1)
    await foldReceipts(savings, [{ receipt: said, shardId: 's', sequence: '1', at: 0 }])
    const world = await dashboardInMemory({ savings }, [said])
    const query = new URLSearchParams({ from: '2026-11-18', to: '2026-11-21', by: 'mode,client' })
    const { body } = await world.ask({ as: 'viewer', path: '/api/accounts/acme/usage.csv', query })
    expect(String(body).split('\r\n')[1]).toMatch(/^,claude-code,1,/)
  })

  it('of one session are a file too, as the ledger has them, and nobody else’s', async () => {
    const path = `/sessions/${sessionId}0/exchanges.csv`
    const ofSession = receipts.filter((one) => one.sessionId?.endsWith('0')).map(({ exchangeId }) => exchangeId)
    const idsIn = (text: string) =>
      text.split(/\r\n(?=\w+,2026-)/).flatMap((line) => /^(\w+),2026-/.exec(line)?.[1] ?? [])
    const { body, headers } = await got(path)
    expect(idsIn(String(body))).toEqual(ofSession.toSorted().reverse())
    expect(headers['x-lines']).toBe(String(ofSession.length))
    const ledger = String((await got('/ledger.csv', { month: '2026-11' })).body)
    expect(ledger.split('\r\n')[0]).toBe(String(body).split('\r\n')[0])
    const [cursor = '', ...older] = idsIn(String(body))
    expect(idsIn(String((await got(path, { cursor })).body))).toEqual(older)
    expect((await got('/sessions/nobody/exchanges.csv')).headers['x-lines']).toBe('0')
  })

  it('come newest first, page by page, without the fingerprint of the upstream key', async () => {
    const answer = await got('/ledger', { month: '2026-11', model: 'claude-sonnet-5' })
    expect(String(answer.body)).not.toContain('ffffffff')
    const { exchanges } = documentOf(answer)
    expect(exchanges).toHaveLength(31)
    expect(exchanges[0].exchangeId > exchanges[1].exchangeId).toBe(true)
    const first = documentOf(await got(`/sessions/${sessionId}0/exchanges`, { limit: '5' }))
    const second = documentOf(await got(`/sessions/${sessionId}0/exchanges`, { limit: '50', cursor: first.next }))
    expect(first.exchanges.length + second.exchanges.length).toBe(
      receipts.filter((one) => one.sessionId?.endsWith('0')).length,
    )
  })
})
