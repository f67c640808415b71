// Excerpts of what the engine makes of each kind of text, at the budget that ships, around a deletion chosen at random.
// Run: npm run eval:excerpts -- [--seed N]

import { parseArgs } from 'node:util'
import { endWithClosedOutput } from '../../bin/closed-output.ts'
import { wholeNumberIn } from '../../bin/option-values.ts'
import { askedOrExit, orUsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { adeline } from '../../compressor/engines/adeline/editions.ts'
import { defined } from '../../core/collections/defined.ts'
import { proxiedBudgetOf } from '../../core/compaction/decision/budgets.ts'
import { withNegatives } from '../../core/text/negative-values.ts'
import { markedText, piecesOf } from '../../local/show/shown.ts'
import { chanceOf } from '../cost/sessions/chance.ts'
import { type Sample, samplesOf } from './samples.ts'

const widest = 110
/** Characters of the text that an excerpt shows, and lines of it. */
const [shownCharacters, shownLines] = [420, 7]

/** Lines of a part of a text, none too long. */
const linesOf = (text: string): string =>
  text
    .split('\n')
    .slice(0, shownLines)
    .map((line) => `    ${line.length > widest ? `${line.slice(0, widest)} …` : line}`)
    .join('\n')

const lineStart = (text: string, at: number): number => Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 60)

/** What stands around one of the deletions, before and after. */
export const excerptOf = ({ kind, text, as }: Sample, seed: number): string => {
  const result = adeline.compress(text, {
    budget: proxiedBudgetOf({ text, ...defined({ kind: as }) }, 'repeated'),
  })
  if ('abstained' in result) return `**${kind}**: stays as it is (\`${result.abstained}\`).\n\n${linesOf(text)}\n`
  const { kept, tokensBefore, tokensAfter } = result
  let position = 0
  const places = piecesOf({ text, kept }).flatMap(({ text: piece, goes }) => {
    position += piece.length
    return goes ? [position - piece.length] : []
  })
  const chance = chanceOf('excerpt', kind, seed)
  const from = lineStart(text, places[Math.floor(chance() * places.length)] ?? 0)
  const until = Math.min(text.length, from + shownCharacters)
  const inside = kept.flatMap(([start, end]): [number, number][] => {
    const [first, last] = [Math.max(start, from), Math.min(end, until)]
    return first < last ? [[first - from, last - from]] : []
  })
  const before = text.slice(from, until)
  const percent = Math.round((100 * (tokensBefore - tokensAfter)) / tokensBefore)
  return `**${kind}**: ${percent} % of ${tokensBefore} tokens go. Before:\n\n${linesOf(before)}\n\nAfter:\n\n${linesOf(markedText({ text: before, kept: inside }))}\n`
}

const usage = `npm run eval:excerpts -- [options]

Shows what stands around one deletion of each kind of text.

${optionsText({ '--seed S': 'the same seed shows the same places (1)' })}`

const readSeed = (words: readonly string[]): number | undefined => {
  const { values } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      options: { seed: { type: 'string', default: '1' }, help: { type: 'boolean', short: 'h', default: false } },
    }),
  )
  if (values.help) return undefined
  return wholeNumberIn('seed', values.seed, 0)
}

if (import.meta.main) {
  endWithClosedOutput()
  const seed = askedOrExit(usage, readSeed)
  for (const sample of samplesOf(seed)) process.stdout.write(`${excerptOf(sample, seed)}\n`)
}
