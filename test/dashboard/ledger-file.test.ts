// A month of the ledger as one file, joined from the calls that bring it.

import { describe, expect, it } from 'vitest'
import {
  emptyFile,
  filled,
  type LedgerFile,
  type LedgerPart,
  mostLines,
} from '../../dashboard/page/data/ledger-file.ts'
import { dashboardInMemory, now } from '../../testkit/memory/dashboard.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'

const names = 'id,model\r\n'
const part = (number: number, more: Partial<LedgerPart> = {}): LedgerPart => ({
  text: `${names}${number},"a\r\nb"\r\n`,
  lines: 1,
  next: undefined,
  ...more,
})

const reader = (parts: readonly LedgerPart[]) => {
  const asked: (string | undefined)[] = []
  const read = async (cursor: string | undefined): Promise<LedgerPart> => {
    asked.push(cursor)
    const found = parts[asked.length - 1]
    if (found === undefined) throw new Error('There is no such part.')
    return found
  }
  return { asked, read }
}

describe('a ledger’s file', () => {
  it('has the column names once, every exchange once, and the breaks within cells', async () => {
    const { asked, read } = reader([part(1, { next: 'b' }), part(2, { next: 'c' }), part(3)])
    const seen: number[] = []
    const file = await filled(emptyFile, read, ({ lines }) => seen.push(lines))
    expect(file.texts.join('')).toBe(`${names}1,"a\r\nb"\r\n2,"a\r\nb"\r\n3,"a\r\nb"\r\n`)
    expect({ asked, seen, next: file.next }).toEqual({ asked: [undefined, 'b', 'c'], seen: [1, 2, 3], next: undefined })
  })

  it('of a month without exchanges has the column names alone', async () => {
    const { asked, read } = reader([{ text: names, lines: 0, next: undefined }])
    expect((await filled(emptyFile, read, () => {})).texts).toEqual([names])
    expect(asked).toHaveLength(1)
  })

  it('ends at a hundred thousand, and says where the rest begins', async () => {
    const parts = Array.from({ length: 30 }, (_, index) => part(index, { lines: 5_000, next: `c${index}` }))
    const { asked, read } = reader(parts)
    const file = await filled(emptyFile, read, () => {})
    expect([file.lines, asked.length, file.next]).toEqual([mostLines, 20, 'c19'])
  })

  it('goes on after an error where it was', async () => {
    let kept: LedgerFile = emptyFile
    const keep = (file: LedgerFile): void => {
      kept = file
    }
    const first = reader([part(1, { next: 'b' })])
    await expect(filled(emptyFile, first.read, keep)).rejects.toThrow('no such part')
    const second = reader([part(2)])
    const file = await filled(kept, second.read, keep)
    expect([second.asked, file.texts.join('')]).toEqual([['b'], `${names}1,"a\r\nb"\r\n2,"a\r\nb"\r\n`])
  })

  it('of the dashboard’s own answers has every exchange of a month', async () => {
    const ids = Array.from({ length: 12_345 }, (_, index) => `01${String(index).padStart(8, '0')}`)
    const receivedAt = new Date(now).toISOString()
    const receipts = ids.map((exchangeId) => aReceipt({ accountId: 'acme', exchangeId, receivedAt, model: 'a\r\n"b"' }))
    const world = await dashboardInMemory({}, receipts)
    const file = await filled(
      emptyFile,
      async (cursor) => {
        const query = new URLSearchParams({ month: '2026-11', ...(cursor === undefined ? {} : { cursor }) })
        const { headers, body } = await world.ask({ as: 'viewer', path: '/api/accounts/acme/ledger.csv', query })
        return { text: String(body), lines: Number(headers['x-lines']), next: headers['x-next-cursor'] }
      },
      () => {},
    )
    expect([file.lines, file.texts.length, file.next]).toEqual([12_345, 3, undefined])
    expect(file.texts.join('').match(/^01\d{8}(?=,)/gm)).toEqual([...ids].reverse())
  })
})
