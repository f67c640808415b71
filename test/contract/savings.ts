// What every savings store promises: one writer at a time wins, and sessions come newest first.

import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { SavingsRecords } from '../../adapters/dynamo/ledger/savings.ts'
import { emptyPart, type SavingsPart, withReceipt } from '../../core/savings/fold.ts'
import { foldReceipts } from '../../core/savings/fold-receipts.ts'
import { sessionKey } from '../../core/savings/parts.ts'
import { sumsBy, sumsOfDays } from '../../core/savings/periods.ts'
import { rebuildingSeconds, type Session } from '../../core/savings/store.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'

const accountName = (): string => `acme-${randomBytes(6).toString('hex')}`
const sessionId = (number: number): string => `0b9f4a52-7a3c-4c0d-8a5e-${String(number).padStart(12, '0')}`

const sessionPart = (accountId: string, number: number, receivedAt: string): SavingsPart =>
  withReceipt(
    emptyPart(sessionKey(accountId, sessionId(number))),
    aReceipt({ accountId, sessionId: sessionId(number), receivedAt, client: 'codex', model: 'a-model' }),
  )

const minutesAgo = (minutes: number): string =>
  new Date(Date.parse('2026-11-21T22:45:10.000Z') - minutes * 60_000).toISOString()

const range = { newestMonth: '2026-11', oldestMonth: '2026-08' }

/** Every page, one after the other. */
const allPages = async (savings: SavingsRecords, accountId: string): Promise<readonly (readonly Session[])[]> => {
  const pages: (readonly Session[])[] = []
  let cursor: string | undefined
  do {
    const page = await savings.sessions(accountId, range, cursor)
    pages.push(page.sessions)
    cursor = page.next
  } while (cursor !== undefined)
  return pages
}

const put = async (savings: SavingsRecords, parts: readonly SavingsPart[]): Promise<void> => {
  for (const part of parts) expect(await savings.put(part, 0)).toBe(true)
}

export const savingsContract = (replica: () => SavingsRecords): void => {
  it('returns a part as it was put, with everything that it remembers', async () => {
    const account = accountName()
    const part: SavingsPart = {
      ...sessionPart(account, 1, minutesAgo(0)),
      folded: { 'shard-1': { sequence: '9'.repeat(40), at: 1_795_300_000 } },
      rebuiltThrough: minutesAgo(5),
    }

    expect(await replica().find(part)).toBeUndefined()
    await put(replica(), [part])

    expect(await replica().find(part)).toEqual({ part, version: 1 })
    const { session, sums } = part
    expect(await replica().session(account, sessionId(1).toUpperCase())).toEqual({ ...session, sums })
    expect(await replica().session(accountName(), sessionId(1))).toBeUndefined()
  })

  it('lets one of several writers of the same version win', async () => {
    const part = sessionPart(accountName(), 1, minutesAgo(0))
    const first = await Promise.all([1, 2, 3].map(() => replica().put(part, 0)))
    const second = await Promise.all([1, 2, 3].map(() => replica().put(part, 1)))

    expect(first.filter((won) => won)).toHaveLength(1)
    expect(second.filter((won) => won)).toHaveLength(1)
    expect((await replica().find(part))?.version).toBe(2)
  })

  it('reads the parts of one owner in order, all or a range of them', async () => {
    const owner = `${accountName()}#2026-11#half-hours`
    const parts = ['21T22:30', '01T00:00', '21T23:00'].map((part) => emptyPart({ owner, part }))
    await put(replica(), parts)

    const names = (found: readonly SavingsPart[]) => found.map(({ part }) => part)
    expect(names(await replica().parts(owner))).toEqual(['01T00:00', '21T22:30', '21T23:00'])
    expect(names(await replica().parts(owner, { from: '02', to: '21T22:30' }))).toEqual(['21T22:30'])
    expect(await replica().parts(`${owner}-other`)).toEqual([])
  })

  it('adds up days over several months, from the first and to the last of a month', async () => {
    const account = accountName()
    const at = ['2026-10-31T23:45:00.000Z', '2026-11-01T00:10:00.000Z', '2026-11-30T23:59:00.000Z']
    const receipts = at.map((receivedAt, index) => ({
      receipt: aReceipt({ accountId: account, receivedAt, exchangeId: `01J${index}`, model: 'a-model' }),
      ...{ shardId: 's', sequence: String(index + 1), at: 0 },
    }))
    await foldReceipts(replica(), receipts)

    const span = { first: '2026-09-15', last: '2026-11-30' }
    const { days } = await sumsOfDays(replica(), account, span, 'UTC')
    const used = days.filter(({ sums }) => sums.exchanges > 0).map(({ day }) => day)
    expect(used).toEqual(['2026-10-31', '2026-11-01', '2026-11-30'])
    const models = await sumsBy(replica(), account, span, ['model'])
    expect(models.map(({ model, sums }) => [model, sums.exchanges])).toEqual([['a-model', 3]])
  })

  it('admits as many models a day as it can hold, the same ones every time', async () => {
    const account = accountName()
    const names = (from: number, count: number) => Array.from({ length: count }, (_, index) => `model-${from + index}`)
    const day = '2026-11-21'

    expect((await replica().admitModels(account, day, names(0, 150))).size).toBe(150)
    const [one, other] = await Promise.all([0, 60].map((from) => replica().admitModels(account, day, names(from, 140))))
    expect([...(one ?? [])]).toEqual(names(0, 140))
    expect([...(other ?? [])]).toEqual(names(60, 140))
    expect([...(await replica().admitModels(account, day, names(190, 20)))]).toEqual(names(190, 10))
    expect((await replica().admitModels(account, '2026-11-22', names(200, 3))).size).toBe(3)
  })

  it('remembers that an account is being counted again', async () => {
    const [mine, other] = [accountName(), accountName()]

    await replica().setRebuilding(mine, true)
    expect([await replica().isRebuilding(mine), await replica().isRebuilding(other)]).toEqual([true, false])
    await replica().setRebuilding(mine, false)
    expect(await replica().isRebuilding(mine)).toBe(false)
  })

  it('forgets it after two minutes, as long as nobody says it again', async () => {
    const account = accountName()
    const now = Date.now()
    onTestFinished(() => void vi.useRealTimers())
    const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000 })

    await replica().setRebuilding(account, true)
    later(rebuildingSeconds - 10)
    expect(await replica().isRebuilding(account)).toBe(true)
    later(rebuildingSeconds + 10)
    expect(await replica().isRebuilding(account)).toBe(false)
  })

  it('returns every session once, newest first, across months', async () => {
    const account = accountName()
    const when = Array.from({ length: 60 }, (_, index) => minutesAgo(index * 3))
    const older = ['2026-10-31T23:59:59.000Z', '2026-09-01T00:00:00.000Z', '2026-08-02T00:00:00.000Z']
    const all = [...when, ...older]
    await put(
      replica(),
      all.map((at, index) => sessionPart(account, index, at)),
    )
    await put(replica(), [
      sessionPart(accountName(), 99, minutesAgo(1)),
      sessionPart(account, 98, '2026-07-31T00:00:00.000Z'),
    ])

    const pages = await allPages(replica(), account)
    expect(pages.flat().map(({ lastAt }) => lastAt)).toEqual(all)
    for (const page of pages.slice(0, -1)) expect(page.length).toBeGreaterThanOrEqual(25)
  })

  it('moves a session to the front when it is used again', async () => {
    const account = accountName()
    const [one, two] = [sessionPart(account, 1, minutesAgo(90)), sessionPart(account, 2, minutesAgo(30))]
    await put(replica(), [one, two])
    await replica().put({ ...one, ...sessionPart(account, 1, minutesAgo(0)) }, 1)

    const [page] = await allPages(replica(), account)
    expect(page?.map((session) => session.sessionId)).toEqual([1, 2].map(sessionId))
  })
}
