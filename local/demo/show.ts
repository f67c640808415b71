// How the demo looks: aligned, and in colour only on a terminal.

import { savingsOf, totalsOf } from '../../bin/operator/output/exchange-savings.ts'
import { dollarsText, less } from '../../bin/operator/output/figures.ts'
import type { CompactionMode } from '../../core/access/policy.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { Turn } from './agent.ts'
import { excerpt } from './deleted.ts'
import { newestShortened, whyNewestStays } from './why.ts'

const coloured = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
const paint =
  (open: number, close: number) =>
  (text: string): string =>
    coloured ? `\u001b[${open}m${text}\u001b[${close}m` : text
const bold = paint(1, 22)
const dim = paint(2, 22)
const red = paint(31, 39)
const markDeleted = (text: string): string => (coloured ? red(text) : `⟦${text}⟧`)

/** What a million uncached input tokens cost in the demo. */
export const dollarsPerMillion = 3

/** Explains the marks in the excerpts. */
export const legend = dim(
  `Each turn sends the whole conversation again. Below it is a part of what was
deleted from its newest result: ${markDeleted('deleted')}, ⏎ line end, · blank,
␛ colour code.
"saved" is in dollars at $${dollarsPerMillion} per million input tokens, after what the
provider's own cache saves. It is negative where a change made the
provider cache text again.`,
)

const excerptWidth = 72

const inWords: Readonly<Record<CompactionMode, string>> = {
  repeated: 'The default: new text loses blanks and colours, and more when that pays.',
  arrival: 'Tool results go mildly shortened when first sent; errors and file reads stay.',
  observe: 'Nothing is shortened; everything is counted.',
  off: 'Nothing is shortened.',
}

const number = (value: number | undefined): string => (value ?? 0).toLocaleString('en').padStart(8)

const columns = `${'turn'.padEnd(6)}${'new in this request'.padEnd(22)}${'before'.padStart(8)}${'after'.padStart(8)}${'less'.padStart(8)}${'saved'.padStart(12)}`

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

/** What effective tokens cost. */
export const dollarsOf = (effectiveTokens: number): number => (effectiveTokens * dollarsPerMillion) / 1_000_000

const whatWasDeleted = (turn: Turn, received: string, receipt: Receipt | undefined): string => {
  const newest = newestShortened(turn, received)
  return newest === undefined
    ? dim(whyNewestStays(turn, received, receipt))
    : excerpt(newest, excerptWidth, markDeleted)
}

/** One request: its tokens, and below them what its newest result lost. */
export const showTurn = (turnNumber: number, turn: Turn, received: string, receipt: Receipt | undefined): string => {
  const before = receipt?.tokensBefore ?? 0
  const after = receipt?.tokensAfter ?? 0
  const saved = receipt === undefined ? 0 : dollarsOf(savingsOf(receipt).effectiveTokensSaved)
  const share = less(before, after).padStart(8)
  const line = `${String(turnNumber).padEnd(6)}${turn.brought.padEnd(22)}${number(before)}${number(after)}${share}${dollarsText(saved).padStart(12)}`
  return `${line}\n      ${whatWasDeleted(turn, received, receipt)}`
}

/** What the session used in all, and what that saved. */
export const showLedger = (receipts: readonly Receipt[]): string => {
  const totals = totalsOf(receipts.map(savingsOf))
  const { tokensBefore, tokensAfter, effectiveTokensBefore, effectiveTokensAfter, effectiveTokensSaved } = totals
  const row = (what: string, before: string, after: string, share: string, rest = ''): string =>
    `${what.padEnd(28)}${before.padStart(8)}${after.padStart(8)}${share.padStart(8)}${rest.padStart(12)}`
  const tokens = (count: number): string => Math.round(count).toLocaleString('en')
  return [
    '',
    bold('The ledger'),
    row('input tokens', tokens(tokensBefore), tokens(tokensAfter), less(tokensBefore, tokensAfter)),
    row(
      'as they are charged',
      tokens(effectiveTokensBefore),
      tokens(effectiveTokensAfter),
      less(effectiveTokensBefore, effectiveTokensAfter),
      dollarsText(dollarsOf(effectiveTokensSaved)),
    ),
    dim('Charged: a token that the provider reads from its cache counts a tenth.'),
  ].join('\n')
}
