// The words of the command line of the bill, and nothing else.

import { parseArgs } from 'node:util'
import { namesIn, numberIn } from '../../bin/option-values.ts'
import { orUsageFault, UsageFault } from '../../bin/usage-fault.ts'
import { optionsText } from '../../bin/usage-text.ts'
import { defined } from '../../core/collections/defined.ts'
import { withNegatives } from '../../core/text/negative-values.ts'
import { type ProviderName, providerNames } from './providers.ts'
import { type ReadRule, readRules } from './read-rules.ts'
import { type PauseKind, pauseKinds } from './sessions/session.ts'
import type { Wording } from './sessions/wording.ts'
import { type Choice, recordedNames, type SetName, setNames } from './sets.ts'

export interface BillOptions extends Choice {
  /** Absent: only runs that are made up can be measured. */
  readonly folder?: string
  readonly sets: readonly SetName[]
  readonly providers: readonly ProviderName[]
  readonly seeds: readonly number[]
  /** Forests that were made without each source, for the sessions of that source. */
  readonly leaveOut?: string
  readonly budget?: number
  /** Absent: as the service reads, or all of them for the frontier. */
  readonly reads?: ReadRule
  readonly frontier: boolean
  /** What the bill is made of, instead of the table of strategies. */
  readonly parts: boolean
  /** Absent: as each set words its results. */
  readonly wording?: Wording
  /** Names with commas; absent: all of them. */
  readonly strategies?: string
  readonly pauses: PauseKind
  /** Calls that the model makes at once, where the run made one after the other. */
  readonly parallel: number
  /** Where JSON and plots go. */
  readonly out?: string
}

export const billUsage = `npm run eval:bill -- [DATA] [options]

${optionsText({
  DATA: 'folder that holds transcripts/ with swe-bench-runs, customer-service and swe-agent-demos (.jsonl.gz); without it runs are made up, which shows that everything can be measured and nothing more',
  '--sets NAMES': `${setNames.join(', ')}; edits, shell-edits, made-up: need no data; files: DATA holds session files of Claude Code or Codex; of several, a table of all of them follows`,
  '--providers P': `${providerNames.join(', ')}`,
  '--sessions N': 'at most so many of each set',
  '--unseen': 'only runs that the ranker that ships was not trained on',
  '--leave-out DIR':
    'each run by an engine that never saw its repository or service, out of the forests that training wrote to DIR',
  '--strategies S': 'some of the table: repeated, reads-keep, arrival, clairvoyant …',
  '--pauses KIND': `${pauseKinds.join(', ')}: one in twenty outlives a cache, or none does`,
  '--parallel N': 'so many calls of a run at once (1); no fidelity is measured then',
  '--in-text': 'agents call their tools in plain text, as those that have a shell and no tools',
  '--seeds N': 'so many orders of pauses (1)',
  '--budget B': 'operating point of the engine, 0 to 1',
  '--reads RULE': `file reads: ${readRules.join(', ')}`,
  '--frontier': 'budgets from mild to deep instead of the table of strategies',
  '--parts': 'what the bill is made of, and what `repeated` takes of each part, instead of the table',
  '--out DIR': 'writes bill.json and plots there',
})}`

/** Sets that are made up on what is installed. */
const needsNothing: ReadonlySet<SetName> = new Set(['made-up', 'edits', 'shell-edits'])

const wordsOf = (words: readonly string[]) =>
  orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      allowPositionals: true,
      options: {
        sets: { type: 'string' },
        providers: { type: 'string' },
        sessions: { type: 'string', default: '1000000' },
        seeds: { type: 'string', default: '1' },
        strategies: { type: 'string' },
        pauses: { type: 'string', default: 'mixed' },
        parallel: { type: 'string', default: '1' },
        budget: { type: 'string' },
        reads: { type: 'string' },
        unseen: { type: 'boolean', default: false },
        'leave-out': { type: 'string' },
        frontier: { type: 'boolean', default: false },
        parts: { type: 'boolean', default: false },
        'in-text': { type: 'boolean', default: false },
        out: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )

/** `undefined` when help was asked for. Throws `UsageFault`. */
export const readBillOptions = (words: readonly string[]): BillOptions | undefined => {
  const { values, positionals } = wordsOf(words)
  if (values.help) return undefined
  const [folder, ...rest] = positionals
  if (rest.length > 0) throw new UsageFault('There is only one folder of data.')
  const sets = namesIn(values.sets, setNames, folder === undefined ? ['made-up'] : recordedNames)
  if (folder === undefined && sets.some((name) => !needsNothing.has(name)))
    throw new UsageFault(`Recorded runs are needed for ${sets.join(', ')}: give the folder that holds transcripts/.`)
  const [reads] = namesIn(values.reads, readRules, [])
  const { strategies, out, 'leave-out': leaveOut } = values
  const budget = values.budget === undefined ? undefined : numberIn('budget', values.budget, 0, 1)
  const seeds = Math.trunc(numberIn('seeds', values.seeds, 1, 1_000))
  return {
    sets,
    providers: namesIn(values.providers, providerNames, ['anthropic', 'openai', 'uncached']),
    sessions: numberIn('sessions', values.sessions, 1, Number.MAX_SAFE_INTEGER),
    seeds: Array.from({ length: seeds }, (_, index) => index + 1),
    unseenOnly: values.unseen,
    leftOut: leaveOut !== undefined,
    frontier: values.frontier,
    parts: values.parts,
    pauses: namesIn(values.pauses, pauseKinds, [])[0] ?? 'mixed',
    parallel: Math.trunc(numberIn('parallel', values.parallel, 1, 16)),
    ...defined({ folder, budget, leaveOut, reads, strategies, out }),
    ...(values['in-text'] ? { wording: 'text' } : {}),
  }
}
