// Shows what the service would delete from a conversation, and why it leaves the rest. Keeps nothing but the page it is asked for.
// Run: npm run show -- FILE [--text] [--page OUT] [--price DOLLARS] [--observations R]

import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithClosedOutput } from '../../bin/closed-output.ts'
import { textOfFile } from '../../bin/given-file.ts'
import { orUsageFault, sayingFaults, UsageFault } from '../../bin/usage-fault.ts'
import { writeNamed } from '../../cli/files/replace.ts'
import { defaultObservations, observationRules } from '../../core/access/policy.ts'
import { withNegatives } from '../../core/text/negative-values.ts'
import { conversationIn } from '../../local/show/conversation.ts'
import { moneyFor } from '../../local/show/money.ts'
import { pageOf } from '../../local/show/page.ts'
import { shownOf } from '../../local/show/shown.ts'
import { tableOf, textsOf } from './report.ts'

const usage = `npm run show -- FILE [options]

  FILE             body of a request (messages, chat completions, responses), or
                   a session file of Claude Code or Codex
  --text           prints every text that is shortened, with the number of
                   characters that go in place of each part
  --page OUT       writes a page: left what was sent, right what is left of it
  --price DOLLARS  of a million input tokens, in place of the list price of the
                   model that the file names
  --observations R ${observationRules.join(' or ')}: whether what agents without tools
                   put into turns of the user counts as results`

const run = (words: readonly string[]): void => {
  const { values, positionals } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      allowPositionals: true,
      options: {
        text: { type: 'boolean', default: false },
        page: { type: 'string' },
        price: { type: 'string' },
        observations: { type: 'string', default: defaultObservations },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const [file, ...rest] = positionals
  const price = values.price === undefined ? undefined : Number(values.price)
  if (file === undefined || rest.length > 0 || (price !== undefined && !(price >= 0)))
    throw new UsageFault('Give one file, and a price in dollars if any.')
  const observations = observationRules.find((rule) => rule === values.observations)
  if (observations === undefined) throw new UsageFault(`--observations takes ${observationRules.join(' or ')}.`)
  const conversation = conversationIn(textOfFile(file))
  const shown = shownOf(conversation.transcript, { observations })
  const money = moneyFor(conversation, price)
  if (values.text) process.stdout.write(`${textsOf(shown)}\n`)
  if (values.page !== undefined) writeNamed(values.page, pageOf(basename(file), shown, money))
  process.stdout.write(`${tableOf(shown, money)}\n`)
}

endWithClosedOutput()
await sayingFaults(usage, () => run(process.argv.slice(2)))
