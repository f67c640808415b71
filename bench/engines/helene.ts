// Measures helene-1 on question answering: which answers a shortened paragraph still holds, beside the simplest ways at the
// same share of tokens; what the engine does by itself; how fast it is.
// Run: node bench/engines/helene.ts DATA [--tuning]. DATA holds qa/squad.json.gz: SQuAD 1.1 (CC BY-SA 4.0), development set.

import { helene } from '../../compressor/engines/helene/engine.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import type { KeptSpans } from '../../core/spans.ts'
import { baselines, informationIn, withoutWhiteSpace } from './baselines.ts'
import { measure, type Outcome } from './outcome.ts'
import { readParagraphs } from './squad.ts'

const [folder, ...flags] = process.argv.slice(2)
const tuning = flags.includes('--tuning')
const paragraphs = folder === undefined ? undefined : readParagraphs(folder, tuning)
const others = folder === undefined ? undefined : readParagraphs(folder, !tuning)
if (paragraphs === undefined || others === undefined) {
  process.stderr.write(
    'Give the folder that holds qa/squad.json.gz: the SQuAD 1.1 development set as it is published, gzipped.\n' +
      'Nothing was measured.\n',
  )
  process.exit(1)
}

const percent = (share: number): string => (100 * share).toFixed(1).padStart(5)
const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const heading = `${''.padEnd(36)}  kept  whole       95 %        bound  readable  numbers  denials`
const report = (name: string, outcome: Outcome): void => {
  const { kept, whole, interval, bound, readable, numbers, denials } = outcome
  const shares = [bound, readable, numbers, denials].map((share) => `${percent(share)}  `).join('  ')
  print(`${name.padEnd(36)} ${percent(kept)}  ${percent(whole)}  [${interval.map(percent).join(', ')}]  ${shares}`)
}

const compress = (text: string, rate: number | undefined): KeptSpans => {
  const result = helene.compress(text, rate === undefined ? {} : { rate })
  return 'abstained' in result ? [[0, text.length]] : result.kept
}

print(
  `SQuAD 1.1, ${tuning ? 'the articles it was tuned on' : 'articles it was not tuned on'}: ` +
    `${new Set(paragraphs.map(({ article }) => article)).size} articles, ${paragraphs.length} paragraphs, ` +
    `${paragraphs.reduce((sum, { questions }) => sum + questions.length, 0)} questions. Percent; intervals by article.\n` +
    'whole: the answer is left, every character, in its place. bound: times the question’s words left around it.\n' +
    'readable: the answer can be read anywhere in what is left, case, articles and punctuation aside.\n',
)
const simple = baselines(informationIn(others.map(({ text }) => text)))
const targets: readonly (readonly [share: number, bar: string])[] = [
  [0.3, '62'],
  [0.5, '86'],
  [0.7, '95'],
  [0.85, 'none'],
]
for (const [share, bar] of targets) {
  const engine = measure(paragraphs, (text) => compress(text, 1 - share))
  print(`${heading}\n${'-'.repeat(heading.length)}`)
  report(`helene-1 at ${share} (bar: ${bar})`, engine)
  for (const baseline of simple)
    report(
      baseline.name,
      measure(paragraphs, (text) => baseline.keep(text, engine.kept)),
    )
  print('')
}

print(heading)
report('white space only', measure(paragraphs, withoutWhiteSpace))
const long = paragraphs.filter(({ text }) => countTokens(text) >= 96)
const own = measure(long, (text) => compress(text, undefined))
report('helene-1, own rate (bar: 98 at 80)', own)
for (const baseline of simple)
  report(
    baseline.name,
    measure(long, (text) => baseline.keep(text, own.kept)),
  )
const alone = long.filter(({ text }) => 'abstained' in helene.compress(text, {})).length
print(`Own rate: paragraphs of 96 tokens or more, ${long.length}; left alone, ${alone}.\n`)

const messages: string[] = []
let message = ''
for (const { text } of paragraphs) {
  message += `${text}\n\n`
  if (message.length < 8_192) continue
  messages.push(message.slice(0, 8_192))
  message = ''
}
const rounds = 16
const warmUpRounds = 6
for (const rate of [undefined, 0.3, 0.5, 0.7]) {
  const times: number[] = []
  let tokens = 0
  for (let round = 0; round < rounds; round++)
    for (const text of messages) {
      const since = performance.now()
      const result = helene.compress(text, rate === undefined ? {} : { rate })
      if (round < warmUpRounds) continue
      times.push(performance.now() - since)
      tokens += result.tokensBefore
    }
  times.sort((one, other) => one - other)
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(2)
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1_000
  print(
    `${(rate === undefined ? 'own rate' : `rate ${rate}`).padEnd(10)} ${(tokens / seconds / 1e6).toFixed(2)} M tokens/s on one core ` +
      `(bar: 1), counting included; message of 8 KB: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (bar: 5), ${messages.length} messages`,
  )
}
