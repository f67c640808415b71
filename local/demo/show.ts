// How the demo looks: aligned, and in colour only on a terminal.

import { table } from '../../bin/operator/output.ts'
import { savingsOf, totalsOf } from '../../bin/operator/savings.ts'
import type { CompactionMode } from '../../core/access/policy.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { Turn } from './agent.ts'
import { excerpt, shortened } from './deleted.ts'

const coloured = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
const paint =
  (open: number, close: number) =>
  (text: string): string =>
    coloured ? `\u001b[${open}m${text}\u001b[${close}m` : text
const bold = paint(1, 22)
const dim = paint(2, 22)
const red = paint(31, 39)
const markDeleted = (text: string): string => (coloured ? red(text) : `⟦${text}⟧`)

/** Explains the marks in the excerpts. */
export const legend = dim(
  `Below each turn is a part of what was deleted from its newest result. ${markDeleted('Deleted')}, ⏎ line end, · blank, ␛ colour code.`,
)

const excerptWidth = 76

const inWords: Readonly<Record<CompactionMode, string>> = {
  repeated: 'The default. New text is sent lossless, without blanks and colours; later it is shortened when that pays.',
  arrival: 'The compressor shortens every result before it is sent for the first time.',
  observe: 'Nothing is shortened; everything is counted.',
  off: 'Nothing is shortened.',
}

const number = (value: number | undefined): string => (value ?? 0).toLocaleString('en').padStart(8)

const columns = `${'turn'.padEnd(6)}${'new in this request'.padEnd(22)}${'before'.padStart(8)}${'after'.padStart(8)}${'saved'.padStart(8)}${'first byte'.padStart(14)}`

/** The heading of a session. */
export const showHeading = (mode: CompactionMode, through: string): string =>
  [
    '',
    bold(`Mode ${mode}`) + dim(` · ${through}`),
    dim(inWords[mode]),
    '',
    dim(`${' '.repeat(28)}${'input tokens'.padStart(16)}`),
    dim(columns),
  ].join('\n')

const lastMessage = (body: string): unknown => {
  const { messages }: { messages?: unknown } = JSON.parse(body)
  return Array.isArray(messages) ? messages.at(-1) : undefined
}

const whatWasDeleted = (turn: Turn, received: string, receipt: Receipt | undefined): string => {
  if (receipt?.outcome === 'failed-open') return dim(`sent unchanged (${receipt.reason})`)
  const newest = shortened(lastMessage(turn.sent), lastMessage(received)).at(-1)
  if (newest !== undefined) return excerpt(newest, excerptWidth, markDeleted)
  return dim(
    turn.brought === 'question'
      ? 'nothing to delete yet'
      : 'the newest result stays whole: agents quote what they have read or written',
  )
}

/** One request: its tokens, and below them what its newest result lost. */
export const showTurn = (turnNumber: number, turn: Turn, received: string, receipt: Receipt | undefined): string => {
  const before = receipt?.tokensBefore ?? 0
  const after = receipt?.tokensAfter ?? 0
  const firstByte = `${turn.firstByte.toFixed(0)} ms`.padStart(14)
  const line = `${String(turnNumber).padEnd(6)}${turn.brought.padEnd(22)}${number(before)}${number(after)}${number(before - after)}${firstByte}`
  return `${line}\n      ${whatWasDeleted(turn, received, receipt)}`
}

const belowZero =
  'A net below zero: the provider cached again what we had changed, or no longer caches a prompt that has become so short.'

/** The receipts of a session, and their totals. */
export const showLedger = (receipts: readonly Receipt[]): string => {
  const rows = receipts.map((receipt) => {
    const savings = savingsOf(receipt)
    return {
      received: receipt.receivedAt.slice(11, 23),
      outcome: receipt.outcome,
      engine: receipt.engineVersion ?? receipt.losslessVersion,
      before: savings.tokensBefore,
      after: savings.tokensAfter,
      'read from cache': receipt.usage?.cacheReadTokens,
      'effective before': savings.effectiveTokensBefore,
      'effective after': savings.effectiveTokensAfter,
      'net saved': savings.effectiveTokensSaved,
    }
  })
  const { tokensBefore, tokensSaved, effectiveTokensBefore, effectiveTokensSaved } = totalsOf(receipts.map(savingsOf))
  const share = (saved: number, before: number): string => `${((100 * saved) / before).toFixed(1)} %`
  return [
    '',
    bold('The ledger'),
    table(rows, ''),
    ...(rows.some((row) => row['net saved'] < 0) ? [dim(belowZero)] : []),
    '',
    `${bold(share(tokensSaved, tokensBefore))} fewer input tokens; ${bold(share(effectiveTokensSaved, effectiveTokensBefore))} less in effective tokens, which are weighted by the provider’s prices.`,
  ].join('\n')
}
