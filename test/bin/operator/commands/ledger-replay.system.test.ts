// `ledger replay`: what the log holds is in the ledger afterwards, once.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleReceipt } from '../../../../core/exchange/receipt/settle-receipt.ts'
import { aReceipt } from '../../../adapters/dynamo/receipts.ts'
import { testDeployment } from '../test-deployment.ts'

const { ledger, json, organization, refusal } = testDeployment()
const folder = mkdtempSync(join(tmpdir(), 'ledger-replay-'))
const log = join(folder, 'log.ndjson')
beforeAll(() => organization('books'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The line that the service logs for a receipt which the ledger refuses. */
const loggedLine = async (exchangeId: string): Promise<string> => {
  const lines: string[] = []
  const say = (message: string, more?: object) => lines.push(JSON.stringify({ level: 'ERROR', message, ...more }))
  await settleReceipt(aReceipt({ accountId: 'books', exchangeId }), {
    ledger: { put: () => Promise.reject(new Error('down')) },
    log: { info: say, error: say, warn: say },
    count: () => {},
    measure: () => {},
    trace: () => {},
    now: () => Date.parse('2026-11-03T10:00:01.000Z'),
  })
  return lines.join('\n')
}
const ids = async () =>
  (await ledger().month('books', '2026-11')).map(({ exchangeId, settledAt }) => [exchangeId, settledAt])

const begun = Date.now()

describe('ledger replay', () => {
  it('writes what functions logged, in every form in which a log is read, once', async () => {
    const line = await loggedLine('01A')
    const inS3 = `2026-11-03T10:00:02.000Z ${await loggedLine('01B')}`
    const filtered = JSON.stringify({ eventId: '1', message: `${await loggedLine('01C')}\n` })
    const other = JSON.stringify({ level: 'INFO', message: 'exchange', receipt: aReceipt({ exchangeId: '01D' }) })
    writeFileSync(log, [line, 'START RequestId: 1', inS3, `${filtered},`, other, line].join('\n'))

    expect(await json('ledger', 'replay', '--log', log)).toEqual({ lines: 6, receipts: 4 })
    expect(await json('ledger', 'replay', '--log', log)).toEqual({ lines: 6, receipts: 4 })
    const written = await ids()
    expect(written.map(([id]) => id)).toEqual(['01A', '01B', '01C'])
    // As of now: sums that were rebuilt since they were lost have none of them.
    for (const [, settledAt = ''] of written) expect(Date.parse(settledAt)).toBeGreaterThan(begun - 2_000)
  })

  it('writes the others where a receipt is broken or cut off, names its line, and quotes nothing of it', async () => {
    const broken = JSON.stringify({ message: 'exchange without receipt', receipt: { outcome: 'canary' } })
    const whole = await loggedLine('01E')
    writeFileSync(log, ['START', broken, `${whole.slice(0, -9)}`, whole].join('\n'))
    const said = await refusal('ledger', 'replay', '--log', log)

    expect(said).toContain('Receipts written: 1. In these lines is one that cannot be read: 2 (An item of the table ')
    expect(said).toContain(', 3 (It is no JSON). Mend them')
    expect(said).not.toContain('canary')
    expect((await ids()).map(([id]) => id)).toContain('01E')
  })

  it('says why a file cannot be read', async () => {
    const said = await refusal('ledger', 'replay', '--log', join(folder, 'none'))
    expect(said).toMatch(/none cannot be read: there is no such file\.$/)
  })
})
