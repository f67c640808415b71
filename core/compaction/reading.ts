// What is known of a body before anything is done to it: its transcript, and the conversation that it continues. Reading
// fails open like all of compaction; only what is no JSON object is refused.

import { type CompactionPolicy, rulesOf } from '../access/policy.ts'
import type { PriceRow } from '../caches/rules.ts'
import { type Chain, recognise } from '../chain/recognise.ts'
import type { RememberedChains } from '../chain/remembered-chains.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { modelName } from '../dialects/request-model.ts'
import { stringOf } from '../json/read.ts'
import type { JsonTape } from '../json/scan.ts'
import { withRules } from '../transcript/may-be-shortened.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { type CompactionHeader, type Plan, planFor } from './plan.ts'

export interface Reading {
  readonly tape: JsonTape
  readonly plan: Plan
  /** The account's own, whatever the chain's is. */
  readonly policy: CompactionPolicy
  readonly model?: string
  /** Absent: nothing is to be done. */
  readonly transcript?: Transcript
  /** Absent: the request does not show a whole conversation, or changes nothing of it. */
  readonly chain?: Chain
  /** Why nothing can be done. */
  readonly failure?: 'read-failed' | 'recognise-failed'
}

export interface ReadingInput {
  readonly tape: JsonTape
  /** The path of the request, behind its provider's prefix. */
  readonly path: string
  readonly dialect: Dialect
  readonly policy: CompactionPolicy
  readonly header: CompactionHeader | undefined
  readonly chainSecret: string
  readonly chains: RememberedChains
  /** Where the request goes. */
  readonly upstreamHost: string
  /** What the plan reckons with, for a model. */
  readonly cachePrices: (model: string | undefined) => PriceRow
  /** Milliseconds since the epoch. */
  readonly now: number
}

const modelOf = ({ dialect, tape, path }: ReadingInput): Pick<Reading, 'model'> => {
  const model = modelName(dialect.modelOf(tape, path))
  return model === undefined ? {} : { model }
}

/** An observed request tells what observations would give, whatever the account says. */
const transcriptOf = ({ dialect, tape, policy }: ReadingInput, { mode }: Plan): Transcript => {
  const transcript = dialect.read(tape)
  const rules = rulesOf(mode === 'observe' ? { ...policy, observations: 'results' } : policy)
  return { ...transcript, segments: withRules(transcript.segments, rules, (node) => stringOf(tape, node) ?? '') }
}

/** Never rejects. */
export const read = async (input: ReadingInput): Promise<Reading> => {
  const { tape, policy, header, chainSecret: secret, chains, upstreamHost, cachePrices, now } = input
  const plan = planFor(policy, header)
  const unread: Reading = { tape, plan, policy }
  let transcript: Transcript
  let reading: Reading
  try {
    reading = { ...unread, ...modelOf(input) }
    if (plan.mode === 'off') return reading
    transcript = transcriptOf(input, plan)
  } catch {
    return { ...unread, failure: 'read-failed' }
  }
  const readable = { ...reading, transcript }
  if (plan.mode === 'observe') return readable
  try {
    const { model } = reading
    const cache = `${model ?? ''} ${upstreamHost}`
    const chain = await recognise({
      transcript,
      secret,
      cache,
      prices: cachePrices(model),
      chains,
      mayRepeat: policy.mode === 'arrival',
      now,
    })
    return chain === undefined ? readable : { ...readable, chain }
  } catch {
    return { ...readable, failure: 'recognise-failed' }
  }
}
