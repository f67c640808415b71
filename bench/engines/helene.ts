// Measures helene-1 on question answering: which answers a shortened paragraph still holds, beside its rule-based version and
// the simplest ways at the same share of tokens; what it does by itself, and with other languages; how fast it is.
// Run: node bench/engines/helene.ts DATA [--tuning]. DATA holds qa/squad.json.gz: SQuAD 1.1 (CC BY-SA 4.0), development set.

import type { Engine } from '../../compressor/engine.ts'
import { helene, ruleBasedHelene } from '../../compressor/engines/helene/engine.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import type { KeptSpans } from '../../core/spans.ts'
import { baselines, informationIn, withoutWhiteSpace } from './baselines.ts'
import { speedLines } from './helene-speed.ts'
import { languageLines } from './languages.ts'
import { measure, type Outcome } from './outcome.ts'
import { readParagraphs } from './squad.ts'

const [folder, ...flags] = process.argv.slice(2)
const tuning = flags.includes('--tuning')
const paragraphs = folder === undefined ? undefined : readParagraphs(folder, tuning)
const others = folder === undefined ? undefined : readParagraphs(folder, !tuning)
if (folder === undefined || paragraphs === undefined || others === undefined) {
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

const compress = (engine: Engine, text: string, rate: number | undefined): KeptSpans => {
  const result = engine.compress(text, rate === undefined ? {} : { rate })
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
  const engine = measure(paragraphs, (text) => compress(helene, text, 1 - share))
  print(`${heading}\n${'-'.repeat(heading.length)}`)
  report(`helene-1 at ${share} (bar: ${bar})`, engine)
  report(
    ruleBasedHelene.version,
    measure(paragraphs, (text) => compress(ruleBasedHelene, text, 1 - share)),
  )
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
const own = measure(long, (text) => compress(helene, text, undefined))
report('helene-1, own rate (bar: 98 at 80)', own)
report(
  `${ruleBasedHelene.version}, own rate`,
  measure(long, (text) => compress(ruleBasedHelene, text, undefined)),
)
report(
  `${ruleBasedHelene.version}, same rate`,
  measure(long, (text) => compress(ruleBasedHelene, text, 1 - own.kept)),
)
for (const baseline of simple)
  report(
    baseline.name,
    measure(long, (text) => baseline.keep(text, own.kept)),
  )
const alone = long.filter(({ text }) => 'abstained' in helene.compress(text, {})).length
print(`Own rate: paragraphs of 96 tokens or more, ${long.length}; left alone, ${alone}.\n`)

for (const line of languageLines(folder, helene)) print(line)
print('')
const plainest = simple.find(({ name }) => name === 'stop-words, pins')
if (plainest === undefined) throw new Error('the plainest baseline is gone')
const texts = paragraphs.map(({ text }) => text)
for (const line of speedLines(texts, [helene, ruleBasedHelene], plainest.keep)) print(line)
