// Shows what the service would delete from a conversation, and why it leaves the rest. Keeps nothing.
// Run: npm run show -- FILE [--text] [--price DOLLARS]

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { aligned } from '../../testkit/report/table.ts'
import { conversationIn } from './conversation.ts'
import { markedText, type Shown, shownOf } from './shown.ts'

const usage = `npm run show -- FILE [options]

  FILE             body of a request (messages, chat completions, responses), or a session file of Claude Code or Codex
  --text           prints every result that is shortened, with the number of characters that go in place of each part
  --price DOLLARS  of a million input tokens, to say what is saved each time the conversation is sent`

const percent = (part: number, whole: number): string => (whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`)

const lineOf = ({ message, tokens, tokensLeft, why }: Shown): string[] => [
  String(message),
  why,
  String(tokens),
  String(tokensLeft),
  percent(tokens - tokensLeft, tokens),
]

const run = (words: readonly string[]): void => {
  const { values, positionals } = orUsageFault(() =>
    parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { text: { type: 'boolean', default: false }, price: { type: 'string' } },
    }),
  )
  const [file, ...rest] = positionals
  const price = values.price === undefined ? undefined : Number(values.price)
  if (file === undefined || rest.length > 0 || (price !== undefined && !(price >= 0)))
    throw new UsageFault('Give one file, and a price in dollars if any.')
  const shown = shownOf(conversationIn(readFileSync(file, 'utf8')))
  const print = (text: string): boolean => process.stdout.write(`${text}\n`)
  if (values.text)
    for (const one of shown)
      if (one.kept !== undefined) print(`--- message ${one.message}: ${one.why}\n${markedText(one)}\n`)
  print(aligned([['message', 'why', 'tokens', 'left', 'less'], ...shown.map(lineOf)], 2).join('\n'))
  const tokens = shown.reduce((sum, one) => sum + one.tokens, 0)
  const saved = shown.reduce((sum, one) => sum + one.tokens - one.tokensLeft, 0)
  const money = price === undefined ? '' : `, $${((saved * price) / 1_000_000).toFixed(4)} uncached each time`
  print(`\n${shown.length} tool results with ${tokens} tokens: ${saved} go (${percent(saved, tokens)})${money}`)
}

try {
  run(process.argv.slice(2))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${error instanceof UsageFault ? `${message}\n\n${usage}` : message}\n`)
  process.exitCode = error instanceof UsageFault ? 2 : 1
}
