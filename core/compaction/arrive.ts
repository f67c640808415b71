// Mode `arrival`: what is sent for the first time is shortened by the engine before it goes.

import type { Chain } from '../chain/chain.ts'
import { textsSentBefore } from '../chain/recognise/sent-before.ts'
import { defined } from '../collections/defined.ts'
import type { Alarm } from '../runtime/alarm.ts'
import { type Asking, questionAbout, versionOf } from './decision/decide.ts'
import { arrived, type ForwardedSegment, mayArriveShorter } from './representation/forwarded-segment.ts'
import type { Steps } from './steps.ts'

export interface Arrived {
  readonly segments: readonly ForwardedSegment[]
  readonly failure?: string
  readonly engineVersion?: string
}

/** Asks the engine about what is sent for the first time, and waits for it as long as a request may. */
export const arrive = async (
  segments: readonly ForwardedSegment[],
  chain: Chain | undefined,
  asking: Asking,
  deadline: () => Alarm,
  steps: Steps,
): Promise<Arrived> => {
  const sentBefore = chain === undefined ? 0 : textsSentBefore(chain)
  const arriving = segments.filter((one, index) => index >= sentBefore && mayArriveShorter(one))
  if (arriving.length === 0) return { segments }
  const alarm = deadline()
  const questions = arriving.map(({ segment }) => questionAbout(segment, 'arrival'))
  const claiming =
    chain === undefined
      ? {}
      : { claim: (keys: readonly string[]) => asking.memory.claim(keys, chain.now, alarm.signal) }
  const { decisions, failure } = await steps
    .decide(questions, { ...asking, ...claiming }, alarm.signal)
    .finally(alarm.clear)
  const decisionOf = new Map(arriving.map((one, index) => [one, decisions[index]]))
  const engineVersion = versionOf(decisions)
  return {
    segments: segments.map((one) =>
      decisionOf.has(one) ? arrived(one, decisionOf.get(one), steps.shorten, chain?.textDigest) : one,
    ),
    ...defined({ failure, engineVersion }),
  }
}
