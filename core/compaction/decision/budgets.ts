// How deep the engine goes into proxied text, by what the text is, and when it is asked.

import type { CompactionMode } from '../../access/policy.ts'
import { type ShellOutput, shellOutputOf } from '../../transcript/answers/shell-output.ts'
import type { Segment } from '../../transcript/may-be-shortened.ts'

/** A text of a result, and what it is. */
export type ProxiedText = Pick<Segment, 'text' | 'kind'>

/** What a text is, for how deep the engine goes into it: what a shell printed, by what it prints. */
export type ProxiedKind = 'records' | ShellOutput | 'other'
export const proxiedKindOf = ({ text, kind }: ProxiedText): ProxiedKind =>
  kind === 'shell' ? shellOutputOf(text) : (kind ?? 'other')

/**
 * How deep adeline goes into proxied text, from 0 to 1: its expected-loss budget, by mode and by what the text is.
 * `repeated` takes from a text that the model has read whole: budgets of `npm run eval:kinds -- DATA` at which 95 % of the
 * references of every source stay, those with a single carrier too, and at which an engine that never saw a source keeps more of
 * it than dropping its oldest results would. Within them, the outputs of a shell go as deep as pays for each reference that is
 * lost. `arrival` takes before the model has read it, and leaves room for what edits quote; behind an answer both modes go as deep.
 * What was never measured loses only what says nothing. `/v1/compress` uses the engine's own budget.
 */
export const proxiedBudgets = {
  repeated: {
    records: 0.76,
    manual: 0.72,
    details: 0.74,
    tree: 0.74,
    names: 0.75,
    tests: 0.76,
    trace: 0.77,
    steps: 0.7,
    brief: 0.74,
    long: 0.72,
    other: 0.5,
  },
  arrival: {
    records: 0.73,
    manual: 0.5,
    details: 0.72,
    tree: 0.72,
    names: 0.72,
    tests: 0.68,
    trace: 0.73,
    steps: 0.68,
    brief: 0.7,
    long: 0.68,
    other: 0.5,
  },
} as const satisfies Record<string, Record<ProxiedKind, number>>

/** When a text is judged: behind an answer to it, or before it is first sent. */
export type JudgedWhen = keyof typeof proxiedBudgets

/** When a text is judged behind an answer; `observe` looks as deep as `arrival`. */
export const judgedBehind = (mode: CompactionMode): JudgedWhen =>
  mode === 'repeated' || mode === 'arrival' ? 'repeated' : 'arrival'

/**
 * How deep it goes, in every mode, into file reads that nothing has used for so many turns of the client, where the account says so: by
 * how the agent edits (`core/transcript/edits-by-shell.ts`). One that may quote lines, or count them, comes back to what it read long ago.
 */
export const agedReads = {
  byQuoting: { turns: 20, budget: 0.77 },
  byShell: { turns: 2, budget: 0.75 },
} as const

/** The budget of a text. */
export const proxiedBudgetOf = (text: ProxiedText, when: JudgedWhen): number =>
  proxiedBudgets[when][proxiedKindOf(text)]
