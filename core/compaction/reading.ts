// What is known of a body before anything is done to it: its transcript, and the conversation that it continues. Reading
// fails open like all of compaction; only what is no JSON object is refused.

import { type CompactionPolicy, rulesOf } from '../access/policy.ts'
import type { PriceRow } from '../caches/rules.ts'
import { cachedAs } from '../caches/snapshots.ts'
import type { Chain } from '../chain/chain.ts'
import type { ReadPrefix } from '../chain/identity/read-prefixes.ts'
import { recognise } from '../chain/recognise/recognise.ts'
import type { RememberedChains } from '../chain/record/remembered-chains.ts'
import { type KeptTurn, keptTurnOf } from '../chain/remember/kept-turn.ts'
import { defined } from '../collections/defined.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { modelName } from '../dialects/members/request-model.ts'
import { stringOf } from '../json/read.ts'
import type { JsonTape } from '../json/scan.ts'
import { BudgetSpent, inTurns, type Pace, pauses } from '../runtime/pieces.ts'
import { isEditedByLength, mayBeTruncated } from '../transcript/context-edits.ts'
import { withRules } from '../transcript/may-be-shortened.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { type CompactionHeader, type Plan, planFor } from './plan.ts'

export interface Reading {
  readonly tape: JsonTape
  readonly plan: Plan
  /** The account's own, whatever the chain's is. */
  readonly policy: CompactionPolicy
  readonly model?: string
  /** What the body begins with that was read before. */
  readonly prefix?: ReadPrefix
  /** Absent: nothing is to be done. */
  readonly transcript?: Transcript
  /** Absent: the request does not show a whole conversation, or changes nothing of it. */
  readonly chain?: Chain
  /** Its provider keeps what stands before it. */
  readonly kept?: KeptTurn
  /** Why nothing is to be done, although the account wishes it. */
  readonly whole?: 'edited-by-provider' | 'idempotency-key'
  /** Its provider is asked to edit the conversation beyond a length, or has summed it up. */
  readonly isEdited?: true
  /** Its provider may leave out what its window does not hold. */
  readonly isTruncated?: true
  /** Why nothing can be done. */
  readonly failure?: 'read-failed' | 'recognise-failed' | 'too-much-to-read'
}

interface ReadingInput {
  readonly tape: JsonTape
  /** The path of the request, behind its provider's prefix. */
  readonly path: string
  readonly dialect: Dialect
  readonly policy: CompactionPolicy
  readonly header: CompactionHeader | undefined
  /** Whether its client has named it, so that it takes effect once: who keeps such names refuses another body under one. */
  readonly isNamed?: boolean | undefined
  readonly chainSecret: string
  readonly chains: RememberedChains
  /** Where the request goes. */
  readonly upstreamHost: string
  /** What the plan reckons with, for a model. */
  readonly cachePrices: (model: string | undefined) => PriceRow
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly pace: Pace
  /** What the body begins with that was read before. */
  readonly prefix?: ReadPrefix | undefined
  /** Told when everything is read that will be; what follows is recognising. */
  readonly isRead?: () => void
}

/** More messages than any conversation has: what follows takes time by their number. */
const mostMessages = 20_000

/** How long reading may take, of the time of this process: many times as long as the largest real body takes. */
const readingMilliseconds = 500

const isTooMuch = (error: unknown): boolean => error instanceof BudgetSpent

const modelOf = ({ dialect, tape, path }: ReadingInput): Pick<Reading, 'model'> => {
  const model = modelName(dialect.modelOf(tape, path))
  return model === undefined ? {} : { model }
}

/** An observed request tells what observations would give, whatever the account says. */
const byRules = (transcript: Transcript, policy: CompactionPolicy, { mode }: Plan): Transcript => {
  const rules = rulesOf(mode === 'observe' ? { ...policy, observations: 'results' } : policy)
  return {
    ...transcript,
    segments: withRules(transcript.segments, rules, (node) => stringOf(transcript.tape, node) ?? ''),
  }
}

/** Never rejects. */
export const read = async (input: ReadingInput): Promise<Reading> => {
  const {
    tape,
    dialect,
    policy,
    header,
    isNamed,
    chainSecret: secret,
    chains,
    upstreamHost,
    cachePrices,
    now,
    pace,
    isRead,
    prefix,
  } = input
  const plan = planFor(policy, header)
  const unread: Reading = { tape, plan, policy, ...defined({ prefix }) }
  const pause = pauses(pace)
  let transcript: Transcript
  let reading: Reading
  try {
    reading = { ...unread, ...modelOf(input) }
    if (plan.mode === 'off') return reading
    const isEdited = isEditedByLength(tape)
    if (isEdited && plan.mode === 'observe') return { ...reading, whole: 'edited-by-provider' }
    // A repetition must be the same, but what was shortened may be sent in another form later, and whole once it was refused.
    if (isNamed === true) return { ...reading, whole: 'idempotency-key' }
    if (isEdited) reading = { ...reading, isEdited }
    else if (mayBeTruncated(tape)) reading = { ...reading, isTruncated: true }
    transcript = byRules(await inTurns(dialect.read(tape, prefix?.state), pace, readingMilliseconds), policy, plan)
    if (transcript.summed === true) reading = { ...reading, isEdited: true }
    if (transcript.messages.length > mostMessages) return { ...reading, failure: 'too-much-to-read' }
  } catch (error) {
    return { ...unread, failure: isTooMuch(error) ? 'too-much-to-read' : 'read-failed' }
  }
  const readable = { ...reading, transcript }
  if (plan.mode === 'observe')
    return transcript.summed === true ? { ...reading, whole: 'edited-by-provider' } : readable
  isRead?.()
  await pause()
  try {
    const { model } = reading
    const cache = `${cachedAs(model ?? '')} ${upstreamHost}`
    const asked = { transcript, secret, cache, prices: cachePrices(model) }
    const chain = await recognise({
      ...asked,
      chains,
      mayRepeat: policy.mode === 'arrival',
      now,
      ...defined({ prefix }),
    })
    return { ...readable, ...defined({ chain, kept: chain === undefined ? keptTurnOf(asked) : undefined }) }
  } catch {
    return { ...readable, failure: 'recognise-failed' }
  }
}
