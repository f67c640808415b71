// How an account wants its requests compacted.

import * as z from 'zod/mini'
import { type PolicyRule, serverKinds } from '../transcript/may-be-shortened.ts'

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
  rate: z.exactOptional(z.catch(z.number().check(z.minimum(0), z.maximum(1)), 0)),
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
