// `ledger replay`: writes receipts that the ledger did not take. The log holds each of them whole (`settle-receipt.ts`).

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { readReceipt } from '../../../adapters/dynamo/items.ts'
import { parsed } from '../../../core/json/parsed.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { Refused } from '../desk/faults.ts'
import { facts } from '../output/output.ts'
import type { Command } from './command.ts'

const lostLine = z.object({ message: z.literal('exchange without receipt'), receipt: z.unknown() })
/** A log event as the command line of AWS prints it, with `--output json` or in an export of its own. */
const event = z.object({ message: z.string() })

/** The receipt in a line of a log, if it has one. Throws if that is not a receipt. */
export const lostReceipt = (line: string): Receipt | undefined => {
  // Exports to S3 put the time in front.
  const document = parsed(line.slice(Math.max(0, line.indexOf('{'))).replace(/,\s*$/, ''))
  const lost = lostLine.safeParse(document)
  if (lost.success) return readReceipt(lost.data.receipt)
  const wrapped = event.safeParse(document)
  return wrapped.success && wrapped.data.message.startsWith('{') ? lostReceipt(wrapped.data.message) : undefined
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const input = path === '-' ? process.stdin : createReadStream(path)
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (cause) {
    throw new Refused(`${path} cannot be read.`, { cause })
  }
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
      for await (const line of linesOf(log)) {
        lines += 1
        const receipt = lostReceipt(line)
        if (receipt === undefined) continue
        await ledger.put({ ...receipt, settledAt })
        receipts += 1
      }
      return { json: { lines, receipts }, text: facts({ lines, 'receipts written': receipts }) }
    },
  },
]
