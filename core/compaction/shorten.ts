// Forwards every segment in the representation that the plan, the chain's record and, on arrival, the engine give it.

import { type CompactionPolicy, defaultFileReads } from '../access/policy.ts'
import { isUnreadable } from '../chain/remember/sent-conversation.ts'
import { defined } from '../collections/defined.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import { pauses } from '../runtime/pieces.ts'
import { lastOfModel, type Transcript } from '../transcript/transcript.ts'
import { type Arrived, arrive } from './arrive.ts'
import { decideInBackground, nothingToDecide } from './background/decide-in-background.ts'
import { askingOf, type Compaction, type CompactionInput } from './compaction.ts'
import { lossyNow } from './lossy-now.ts'
import { planFor } from './plan.ts'
import { aboveTheFloor } from './representation/above-the-floor.ts'
import { rewrittenBody } from './rewritten-body.ts'
import type { Steps } from './steps.ts'
import { pendingIn, whatWasSent } from './what-was-sent.ts'

/** Which step runs, for the reason of a failure. */
export type StepName = keyof Steps

/** Throws whatever a step throws, after it has named the step. */
export const shorten = async (
  original: Compaction,
  transcript: Transcript,
  policy: CompactionPolicy,
  input: CompactionInput,
  steps: Steps,
  enter: (step: StepName) => void,
): Promise<Compaction> => {
  const { tape, chain } = input.reading
  const { known, trouble } = chain ?? {}
  const plan = planFor(policy, undefined)
  const chainEngine = known?.cold === false ? known.state.engineVersion : undefined
  // The engine that decided first is the conversation's: what the conversation meets later is for the same version.
  const asking = askingOf(input, plan, chainEngine ?? plan.compressor)

  const looked = await lossyNow(transcript, chain, steps, input)
  const pause = pauses(input.pace)
  enter('decide')
  const first: Arrived =
    plan.mode === 'arrival' && input.reading.isEdited === undefined
      ? await arrive(looked.segments, chain, asking, input.deadline, steps)
      : { segments: looked.segments }
  await pause()
  enter('rewrite')
  const floored = aboveTheFloor(transcript, chain, first.segments, looked)
  const { segments } = floored
  const body = rewrittenBody(tape, segments, steps) ?? original.body

  const { failure = trouble, engineVersion } = first
  const by = engineVersion ?? known?.state.engineVersion
  const inPrefix = known?.cold === true ? 0 : lastOfModel(transcript)
  const asks = chain !== undefined && !isUnreadable(chain) && input.reading.isEdited === undefined
  const pending = pendingIn(segments, inPrefix, asks)
  // Without a conversation nobody asks behind the body: what is worked out now holds the body no longer.
  if (chain === undefined) pending()
  const comparison =
    chain === undefined || !asks
      ? undefined
      : {
          transcript,
          chain,
          textDigest: chain.textDigest,
          fileReads: input.reading.policy.fileReads ?? defaultFileReads,
        }
  return {
    ...original,
    body,
    outcome: failure !== undefined ? 'failed-open' : body === original.body ? 'verbatim' : 'compacted',
    ...defined({ reason: failure, engineVersion: by }),
    losslessVersion,
    ...(chain === undefined
      ? {}
      : { sent: () => whatWasSent(chain, floored, looked, pending(), policy, engineVersion ?? chainEngine) }),
    decideInBackground:
      segments.length === 0 ? nothingToDecide : decideInBackground(pending, asking, input.backgroundSlots, comparison),
  }
}
