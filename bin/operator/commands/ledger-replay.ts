// `ledger replay`: writes receipts that the ledger did not take. The log holds each of them whole (`settle-receipt.ts`).

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { readReceipt } from '../../../adapters/dynamo/items.ts'
import { parsed } from '../../../core/json/parsed.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { whyUnread } from '../../given-file.ts'
import { Refused } from '../desk/faults.ts'
import { facts } from '../output/output.ts'
import type { Command } from './command.ts'

const sign = 'exchange without receipt'
const lostLine = z.object({ message: z.literal(sign), receipt: z.unknown() })
/** A log event as the command line of AWS prints it, with `--output json` or in an export of its own. */
const event = z.object({ message: z.string() })

/** The receipt in a line of a log, if it has one. Throws if that is not a receipt, or not whole. */
export const lostReceipt = (line: string): Receipt | undefined => {
  // Exports to S3 put the time in front.
  const document = parsed(line.slice(Math.max(0, line.indexOf('{'))).replace(/,\s*$/, ''))
  const lost = lostLine.safeParse(document)
  if (lost.success) return readReceipt(lost.data.receipt)
  const wrapped = event.safeParse(document)
  if (wrapped.success && wrapped.data.message.startsWith('{')) return lostReceipt(wrapped.data.message)
  if (document === undefined && line.includes(sign)) throw new Error('It is no JSON.')
  return undefined
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const input = path === '-' ? process.stdin : createReadStream(path)
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (cause) {
    throw new Refused(`${path} cannot be read: ${whyUnread(cause)}.`, { cause })
  }
}

const mostNamed = 10

/** Says of which lines no receipt could be read; the others are written, so that one of them keeps no other back. */
const refuseFaults = (faults: readonly string[], receipts: number): void => {
  if (faults.length === 0) return
  const more = faults.length > mostNamed ? ` and ${faults.length - mostNamed} more` : ''
  throw new Refused(
    `Receipts written: ${receipts}. In these lines is one that cannot be read: ${faults.slice(0, mostNamed).join(', ')}${more}. Mend them and repeat the command: a receipt that is there is not written twice.`,
  )
}

export const ledgerReplayCommands: readonly Command[] = [
  {
    words: ['ledger', 'replay'],
    does: 'Writes the receipts that a log holds because the ledger did not take them. Can be repeated.',
    options: { log: 'FILE|-' },
    required: ['log'],
    async run(_argument, { log = '' }, { ledger, storeClock }) {
      // It is written now: what is said to have been written before the last rebuild of the sums counts as counted there.
      const settledAt = new Date(await storeClock()).toISOString()
      let lines = 0
      let receipts = 0
      const faults: string[] = []
      const receiptIn = (line: string): Receipt | undefined => {
        try {
          return lostReceipt(line)
        } catch (error) {
          faults.push(`${lines} (${error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown'})`)
          return undefined
        }
      }
      for await (const line of linesOf(log)) {
        lines += 1
        const receipt = receiptIn(line)
        if (receipt === undefined) continue
        await ledger.put({ ...receipt, settledAt })
        receipts += 1
      }
      refuseFaults(faults, receipts)
      return { json: { lines, receipts }, text: facts({ lines, 'receipts written': receipts }) }
    },
  },
]
