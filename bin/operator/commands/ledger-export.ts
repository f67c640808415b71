// `ledger export`: writes a month of all accounts as compressed JSON lines, one receipt per line. docs/ledger.md describes
// the files. Only reads the tables.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { monthFrom } from '../arguments/values.ts'
import { facts } from '../output/output.ts'
import type { Command } from './command.ts'
import { type Destination, openDestination } from './export-destination.ts'

const compressed = promisify(gzip)

/** One file takes some ten megabytes of memory, and a tenth of that compressed. */
const receiptsPerFile = 20_000

/** An exchange takes a quarter of an hour at most, and its receipt stands in the month of its beginning. */
const longestExchangeMilliseconds = 900_000

const isOver = (month: string, now: number): boolean => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return now >= Date.UTC(year, number, 1) + longestExchangeMilliseconds
}

const untilOver = (month: string): string =>
  `${month} is not over: what is received later is in no file. Run it again then.`

interface Written {
  readonly account: string
  readonly receipts: number
  readonly files: readonly string[]
}

const lines = (receipts: readonly Receipt[]): string =>
  receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join('')

const writeAccount = async (
  account: string,
  month: string,
  pages: AsyncIterable<readonly Receipt[]>,
  destination: Destination,
): Promise<Written> => {
  const files: string[] = []
  let waiting: Receipt[] = []
  let receipts = 0
  const write = async (): Promise<void> => {
    const name = `month=${month}/account=${account}/receipts-${String(files.length + 1).padStart(5, '0')}.ndjson.gz`
    await destination.write(name, await compressed(lines(waiting)), 'application/gzip')
    files.push(name)
    receipts += waiting.length
    waiting = []
  }
  for await (const page of pages)
    for (const receipt of page) if (waiting.push(receipt) === receiptsPerFile) await write()
  if (waiting.length > 0) await write()
  return { account, receipts, files }
}

export const ledgerExportCommands: readonly Command[] = [
  {
    words: ['ledger', 'export'],
    does: 'Writes a month of all accounts, deleted ones too, to a bucket or a folder.',
    options: { month: 'yyyy-mm', to: 's3://BUCKET/PREFIX|DIR' },
    required: ['month', 'to'],
    async run(_argument, { month: wanted = '', to = '' }, { months, now }) {
      const month = monthFrom(wanted)
      const destination = await openDestination(to)
      try {
        const accounts: Written[] = []
        for (const account of await months.owners()) {
          const written = await writeAccount(account, month, months.pages(account, month), destination)
          if (written.receipts > 0) accounts.push(written)
        }
        // Written last: if it is there, the files before it are.
        const manifest = { month, exportedAt: new Date(now).toISOString(), accounts }
        await destination.write(
          `month=${month}/manifest.json`,
          Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
          'application/json',
        )
        const receipts = accounts.reduce((sum, one) => sum + one.receipts, 0)
        const text = facts({ month, accounts: accounts.length, receipts, to })
        if (isOver(month, now)) return { json: manifest, text }
        return { json: manifest, text: `${text}\n\n${untilOver(month)}`, note: untilOver(month) }
      } finally {
        destination.close()
      }
    },
  },
]
