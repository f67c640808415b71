// How an account wants its requests compacted.

import * as z from 'zod/mini'
import { type ShellOutput, shellOutputOf } from '../transcript/answers/shell-output.ts'
import { type PolicyRule, type Segment, serverKinds } from '../transcript/may-be-shortened.ts'

export const compactionModes = ['repeated', 'arrival', 'observe', 'off'] as const
/**
 * - `repeated`: fresh text is forwarded lossless; older text goes lossy later, when that pays.
 * - `arrival`: every block goes mild the first time it is sent, as a pure function of the block, and lossy later.
 * - `observe`: decides and counts, and forwards the original.
 * - `off`: does nothing.
 */
export type CompactionMode = (typeof compactionModes)[number]

export const fileReadRules = ['keep', 'repeated', 'aged'] as const
/**
 * What is done with text of files that no later call has superseded.
 * - `keep`: it stays byte for byte.
 * - `repeated`: lines go that stand again, verbatim, in later text that stays.
 * - `aged`: as `repeated`; and a mild part goes of what nothing has used for many turns.
 */
export type FileReadRule = (typeof fileReadRules)[number]
/** For an account that sets none. */
export const defaultFileReads: FileReadRule = 'aged'

export const observationRules = ['keep', 'results'] as const
/**
 * What is done with results that an agent without tools puts into turns of the user, and with long logs that a person has pasted.
 * - `keep`: they stay byte for byte, except lines that later text repeats.
 * - `results`: they are results like others, once a later turn has answered them; of a pasted log, only what says nothing may go.
 */
export type ObservationRule = (typeof observationRules)[number]
/** For an account that sets none. With it, every set of `npm run eval:bill -- DATA --sets text,text-service,text-demos` meets its bars. */
export const defaultObservations: ObservationRule = 'results'

/** Kinds of results of tools that the provider runs. */
const serverResults = z.array(z.enum(serverKinds))
/** Those that an account may be given: the same kind a thousand times would be read with every request. */
export const givenServerResults = serverResults.check(z.maxLength(serverKinds.length))

export const compactionPolicy = z.object({
  mode: z.enum(compactionModes),
  /** Public name of the compressor of proxied text. */
  compressor: z.string(),
  /** Fraction of tokens to remove, 0 to 1; absent: the compressor picks it. */
  rate: z.exactOptional(z.number().check(z.minimum(0), z.maximum(1))),
  /** Absent: `defaultFileReads`. */
  fileReads: z.exactOptional(z.enum(fileReadRules)),
  /** Absent: `defaultObservations`. */
  observations: z.exactOptional(z.enum(observationRules)),
  /** Results of tools that the provider runs, by kind, that are results like others. Absent: none. */
  serverResults: z.exactOptional(serverResults),
})
export type CompactionPolicy = Readonly<z.infer<typeof compactionPolicy>>

/**
 * The same as the table has it. A value that is not known here was set by a newer version, while a deployment was incomplete or before it was
 * taken back: the account's requests go through, and nothing is shortened that the account may have asked to keep.
 */
export const kindlyReadPolicy = z.object({
  mode: z.catch(z.enum(compactionModes), 'off'),
  compressor: z.string(),
  rate: z.exactOptional(z.number().check(z.minimum(0), z.maximum(1))),
  fileReads: z.exactOptional(z.catch(z.enum(fileReadRules), 'keep')),
  observations: z.exactOptional(z.catch(z.enum(observationRules), 'keep')),
  serverResults: z.exactOptional(z.catch(serverResults, [])),
})

/** What counts as a result beside those of the client's own tools. */
export const rulesOf = ({
  observations = defaultObservations,
  serverResults: kinds = [],
}: CompactionPolicy): ReadonlySet<PolicyRule> =>
  new Set<PolicyRule>([...(observations === 'results' ? (['observations'] as const) : []), ...kinds])

/** The policy of a new account. */
export const defaultPolicy: CompactionPolicy = { mode: 'repeated', compressor: 'adeline-1' }

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
    records: 0.7,
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
