// What is shown as lines of a terminal.

import { wrapped } from '../../bin/usage-text.ts'
import { withoutControls } from '../../core/text/controls.ts'
import { counted } from '../../core/text/counted.ts'
import { exact } from '../../dashboard/page/data/format.ts'
import type { Money } from '../../local/show/money.ts'
import { markedText, type Shown } from '../../local/show/shown.ts'
import { meaningLines, meaningsIn } from '../../local/show/words.ts'
import { aligned } from '../../testkit/report/table.ts'

const percent = (part: number, whole: number): string => (whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`)

const lineOf = ({ message, tokens, tokensLeft, why }: Shown): string[] => [
  String(message),
  why,
  exact(tokens),
  exact(tokensLeft),
  percent(tokens - tokensLeft, tokens),
]

/** Why another command tells other numbers of the same file. */
const counting =
  'Counted are results of tools and long texts of a user, as a proxied request has them once its cache is cold. /v1/compress counts every message, and has a rate of its own.'

/** A row for each text, what its words mean, and the sum. */
export const tableOf = (shown: readonly Shown[], money: Money): string => {
  const tokens = shown.reduce((sum, one) => sum + one.tokens, 0)
  const gone = tokens - shown.reduce((sum, one) => sum + one.tokensLeft, 0)
  if (shown.length === 0)
    return 'No text in it may be shortened: there is no result of a tool, and no long text of a user.'
  const rows = aligned([['message', 'why', 'tokens', 'left', 'less'], ...shown.map(lineOf)], 2)
  const words = meaningLines(meaningsIn(shown))
  const sum = `${counted(shown.length, 'text')} with ${counted(tokens, 'token')}: ${exact(gone)} go (${percent(gone, tokens)})${money(gone)}`
  return `${[...rows, '', ...words].join('\n')}\n\n${wrapped(sum, '')}\n${wrapped(counting, '')}`
}

/** A session file holds whatever an agent has read: a terminal obeys nothing of it. */
const harmless = (text: string): string =>
  text
    .split('\n')
    .map((line) => withoutControls(line.replaceAll('\t', '  ')))
    .join('\n')

/** Every text of which something goes. */
export const textsOf = (shown: readonly Shown[]): string =>
  shown
    .filter(({ kept }) => kept !== undefined)
    .map((one) => `--- message ${one.message}: ${one.why}\n${harmless(markedText(one))}\n`)
    .join('\n')
