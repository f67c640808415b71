// Turns a body into the body that is forwarded: observed, verbatim, or shortened. Everything here fails open: whatever a step
// throws is caught here and nowhere else, the original goes through, and the reason is kept.

import type { CompactionPolicy } from '../access/policy.ts'
import type { Chain } from '../chain/chain.ts'
import { layoutOf } from '../chain/move/layout.ts'
import { sentConversation } from '../chain/remember/sent-conversation.ts'
import { defined } from '../collections/defined.ts'
import { hasNoCall, isSaid } from '../transcript/result-segment.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { nothingToDecide } from './background/decide-in-background.ts'
import type { Compaction, CompactionInput } from './compaction.ts'
import { observe } from './observe.ts'
import type { Reading } from './reading.ts'
import { type StepName, shorten } from './shorten.ts'
import { realSteps, type Steps } from './steps.ts'

const originalOf = ({ tape, model, isEdited, isTruncated, kept }: Reading): Compaction => ({
  body: tape.bytes ?? tape.text.slice(),
  outcome: 'verbatim',
  ...(isEdited === undefined ? {} : { isEdited, reason: 'edited-by-provider' }),
  ...(isTruncated === undefined ? {} : { isEdited: isTruncated }),
  ...defined({ model, kept }),
  decideInBackground: nothingToDecide,
})

/** A chain keeps its policy as long as the provider may hold what was sent under it. */
const policyOf = ({ policy, chain }: Reading): CompactionPolicy => {
  const known = chain?.known
  return known === undefined || known.cold ? policy : known.state.policy
}

/** For a chain whose compacted form was rejected once: everything travels as the client sends it. */
const verbatim = (original: Compaction, transcript: Transcript, chain: Chain, policy: CompactionPolicy): Compaction => {
  const whole = transcript.segments.map((segment) => ({ segment }))
  const engineVersion = chain.known?.cold === false ? chain.known.state.engineVersion : undefined
  return {
    ...original,
    reason: 'chain-verbatim',
    sent: () =>
      sentConversation(
        chain,
        layoutOf(transcript, whole, chain.ends, chain.weigh),
        { paid: false, claimed: 0, tokens: 0, digests: [] },
        policy,
        engineVersion,
      ),
  }
}

/** Whether it has results of tools, and the call of none: nobody knows what they are. */
const hasNoCalls = ({ segments }: Transcript): boolean =>
  segments.every((segment) => hasNoCall(segment) || isSaid(segment)) && segments.some(hasNoCall)

/** Compacts what was read of a body. Never rejects. */
export const compact = async (input: CompactionInput, steps: Steps = realSteps): Promise<Compaction> => {
  const { reading } = input
  const { plan, transcript, chain, failure, whole } = reading
  const original = originalOf(reading)
  const failed = (reason: string): Compaction => ({ ...original, outcome: 'failed-open', reason })
  if (failure !== undefined) return failed(failure)
  if (whole !== undefined) return { ...original, reason: whole }
  if (transcript === undefined) return original
  let step: StepName = 'shorten'
  try {
    // What its provider keeps of it came whole, and comes again with a request that brings all of it.
    if (!transcript.whole) return hasNoCalls(transcript) ? { ...original, untouched: 'calls-not-in-body' } : original
    if (plan.mode === 'observe') return observe(original, transcript, input, steps)
    const policy = policyOf(reading)
    if (chain?.known?.state.verbatim === true) return verbatim(original, transcript, chain, policy)
    const shortened = await shorten(original, transcript, policy, input, steps, (entered) => {
      step = entered
    })
    return hasNoCalls(transcript) ? { ...shortened, untouched: 'calls-not-in-body' } : shortened
  } catch {
    return failed(`${step}-failed`)
  }
}
