// Stack traces and JSON payloads: the lines and members that give a text its meaning are left, under what they belong to.

import { adeline, adelineByRules } from '../../../compressor/engines/adeline/editions.ts'
import { endOf, kindOf, startOf } from '../../../core/json/read.ts'
import { JsonKind, type JsonTape } from '../../../core/json/scan.ts'
import type { KeptSpans, Span } from '../../../core/text/spans.ts'
import { isBound, tapeOf } from '../../measures/binding.ts'
import { type Block, blockOf } from '../../measures/carriers.ts'
import { baselinesFrom, type Document, type QualitySet, shortener } from '../quality-set.ts'
import { isWhole } from '../retention.ts'
import { Tallies } from '../tallies.ts'

/** One text, and what it belongs to: intervals resample that. */
export interface Named {
  readonly id: string
  readonly text: string
}

type JudgeText = (block: Block) => (kept: KeptSpans | undefined, tallies: Tallies) => void

const documentsOf = (texts: readonly Named[], judgeText: JudgeText): Document[] =>
  [...Map.groupBy(texts, ({ id }) => id)].map(([id, members]) => {
    const judges = members.map(({ text }) => {
      const block = blockOf(0, text)
      return { block, judge: judgeText(block) }
    })
    return {
      id,
      blocks: judges.map(({ block }) => block),
      judge: (keptAt) => {
        const tallies = new Tallies()
        for (const { block, judge } of judges) judge(keptAt(block, 0), tallies)
        return tallies
      },
    }
  })

const exception = /^(?!\s)[\w.$]+(?:Exception|Error)\b.*$|^Caused by: .*$/gm
const ownFrame = /^\s+at (?!junit|org\.junit|org\.apache\.tools|java|sun|jdk).*$/m

/** Without the blanks around it. */
const spanOf = ({ 0: match, index }: RegExpExecArray): Span => {
  const start = index + match.length - match.trimStart().length
  return [start, start + match.trim().length]
}

const judgeTrace: JudgeText = ({ text }) => {
  const exceptions = [...text.matchAll(exception)].map(spanOf)
  const own = ownFrame.exec(text)
  return (kept, tallies) => {
    tallies.add('exceptions', [exceptions.length, exceptions.filter((span) => isWhole(kept, span)).length])
    if (own !== null) tallies.add('first own frame', [1, isWhole(kept, spanOf(own)) ? 1 : 0])
  }
}

/** Every one of so many leaves is looked up; all of them would take long. */
const everyLeaf = 5

const leavesOf = (tape: JsonTape): Span[] => {
  const leaves: Span[] = []
  for (let node = 0; node < tape.length; node += 1) {
    const kind = kindOf(tape, node)
    const isLeaf = kind === JsonKind.String || kind === JsonKind.Number || kind === JsonKind.Literal
    if (isLeaf) leaves.push([startOf(tape, node), endOf(tape, node)])
  }
  return leaves.filter((_, at) => at % everyLeaf === 0)
}

const judgePayload: JudgeText = (block) => {
  const tape = tapeOf(block)
  const leaves = tape === undefined ? [] : leavesOf(tape)
  return (kept, tallies) => {
    const alive = leaves.filter((span) => isWhole(kept, span))
    const bound = alive.filter(([start, end]) => isBound({ block, start, end }, tape, kept))
    tallies.add('leaves', [leaves.length, alive.length]).add('in place, of alive', [alive.length, bound.length])
  }
}

const common = {
  points: ['own', 0.3, 0.5, 0.7],
  engines: [
    shortener('adeline-1', adeline, 'budget'),
    shortener(`${adelineByRules.version}, rules`, adelineByRules, 'budget'),
  ],
  bystanders: [],
  inOrder: false,
} as const

/** Stack traces. `others` are not measured: what baselines know of words. */
export const traceSet = (source: string, traces: readonly Named[], others: readonly string[]): QualitySet => ({
  ...common,
  name: 'traces',
  title: `Stack traces: ${source}`,
  notes: [
    'exceptions: lines that name one, causes too. first own frame: the topmost that is none of a library. Intervals by fault.',
  ],
  documents: documentsOf(traces, judgeTrace),
  baselines: baselinesFrom(others, true),
  measures: ['exceptions', 'first own frame'],
  bars: [],
})

/** JSON payloads. */
export const payloadSet = (source: string, payloads: readonly Named[], others: readonly string[]): QualitySet => ({
  ...common,
  name: 'payloads',
  title: `JSON payloads: ${source}`,
  notes: [`leaves: one in ${everyLeaf} is looked up. in place: under all of its own keys. Intervals by payload.`],
  documents: documentsOf(payloads, judgePayload),
  baselines: baselinesFrom(others, true),
  measures: ['leaves', 'in place, of alive'],
  bars: [
    { measure: 'JSON parses', point: 'every', value: 100 },
    { measure: 'in place, of alive', point: 'every', value: 100 },
  ],
})
