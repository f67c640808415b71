// What a conversation's record says: of each segment what was decided and in which representation it is forwarded, and what
// the plan reckons with. Positions and counts only; the text is in the next request, or nowhere.
//
//   decision        pending ---> shorter      the engine answers         compaction/background/decide-in-background.ts decideInBackground,
//                      |           '--> abstained   lossless saves as much  compaction/background/decide-in-background.ts worthIt
//                      |--> abstained               the engine declines     compaction/representation/forwarded-segment.ts stateWithDecision
//                      |--> shorter, aged          nothing has used a read compaction/decision/decide-aged.ts; back if something does
//                      '--> shorter, repeated      it stands in later text compaction/decision/decide-repeats.ts, from any of these
//                      '--> pending for good        `maxQuestions` without an answer
//
//   representation  lossless ---> scheduled     a warm move pays           chain/remember/successor.ts chooseMoves
//                      |             |--> lossy      the next request       chain/move/last-look.ts
//                      |             '--> lossless   it is held back        chain/move/last-look.ts
//                      |--> lossy                    nobody can read it     chain/move/last-look.ts
//                      |--> lossy                    others have sent it so chain/recognise/after-rest.ts
//                      |--> lossless, whole          below what is cached   compaction/representation/above-the-floor.ts; from lossy as well
//                      '--> lossless, whole          it is to be edited     compaction/representation/kept-as-sent.ts; from lossy as well
//
//   Where the client has changed history, a text has the state that it had elsewhere: chain/recognise/changed-history.ts
//
// Invariants, each with the test that holds it:
//  1. A decision never changes once it is applied. Before, it only goes    test/laws/chain-state.test.ts
//     deeper where later text repeats it, or `shorter` becomes `abstained` because the lossless depth saves as
//     much. Only a record above 300 KB forgets decisions that are not applied, and asks again.
//                                                                          test/core/chain/record/codec.test.ts
//  2. What is lossy stays lossy, unless the prompt is too short to be
//     cached and the original may be, or its provider is to edit it:
//     nothing of it is cached then.                                        test/laws/chain-state.test.ts
//  3. Only what the engine makes shorter is scheduled or lossy.            test/laws/chain-state.test.ts
//  4. A pinned segment is never lossy unless it is superseded, aged, or    test/laws/chain-state.test.ts
//     what goes of it stands in later text, which then stays.                 test/laws/repeated-lines.test.ts
//  5. A record has one state for each segment of its request, in order.    test/laws/chain-state.test.ts
//  6. The bytes of a state give the same state back; other bytes throw.    test/core/chain/record/codec.test.ts
//  7. Replicas that read the same record forward the same bytes.           test/laws/chain.test.ts
//  8. While the cache is warm, only a scheduled move changes what was sent. test/laws/chain.test.ts
//  9. No record holds any text of a conversation.                          test/laws/chains-table.system.test.ts

import type { CompactionPolicy } from '../../access/policy.ts'
import { tokensPerCharacter as usualTokensPerCharacter } from '../../text/estimated-tokens.ts'
import type { SpanList } from '../../text/spans.ts'
import { mayBeShortened, type Segment } from '../../transcript/may-be-shortened.ts'
import type { CachedEnd } from '../held/cached-ends.ts'
import type { Evidence } from '../held/evidence.ts'
import type { ShownPictures } from '../identity/shown-pictures.ts'
import type { Count } from './counts.ts'

/** Questions about one segment, until the answer has come. */
export const maxQuestions = 3

/** What stays of a text. */
export interface Shortening {
  readonly kept: SpanList
  /** Exact, against the text as the client sent it. */
  readonly tokensSaved: number
}

/** What the engine keeps of one segment, or that it abstained. Given once. */
export type Decision =
  /** The engine has not answered, after so many questions. */
  | { readonly kind: 'pending'; readonly asked: number }
  /** It stays as it is. */
  | { readonly kind: 'abstained' }
  /** `because`: what may go whatever the pin: lines that later text has as well, or those of a read that nothing has used for long. */
  | ({ readonly kind: 'shorter'; readonly because?: 'repeated' | 'aged' } & Shortening)

/**
 * How a segment is forwarded. `lossless`: as it was sent first, which is what the lossless depth leaves, what the mode `arrival`
 * left, or the whole text where every byte counts.
 * `scheduled`: lossless until now, lossy from the next request on. What is held back is lossless again.
 */
export type Representation = 'lossless' | 'scheduled' | 'lossy'

export interface SegmentState {
  readonly decision: Decision
  readonly representation: Representation
  /** Its lossless representation is the whole text: the lossless depth deletes nothing of it, or it was first sent in a request that had to travel whole. */
  readonly losslessDeletesNothing?: true
  /** Earlier text went because it stands here: what the engine has not decided yet, it decides no longer. */
  readonly holds?: true
  /** In mode `arrival`: what the engine left of it when it was sent first. It takes the place of the lossless form. */
  readonly mild?: Shortening
  /** A keyed digest of the text as the client sends it, where anything is decided of it: it is known by it when the client has changed history. */
  readonly textDigest?: number
  /** Exact tokens of the text as the client sends it, once an engine has counted them. */
  readonly tokens?: number
  /** Exact tokens that the lossless form saves, once they were counted. */
  readonly losslessTokensSaved?: number
}

/** What a record says beside its segments. */
export interface ChainHistory {
  /** The version that decides in this chain; absent until one has answered. */
  readonly engineVersion?: string
  readonly losslessVersion: string
  /** Kept until the provider's cache is cold. */
  readonly policy: CompactionPolicy
  /** A compacted form was rejected and the original accepted: everything travels as the client sends it. */
  readonly verbatim: boolean
  /** The longest time that the provider may keep any part of it cached, in milliseconds; 0: it was never cached. */
  readonly lifetimeMs: number
  /** Where the provider may have cached it up to, in order; the last ones. */
  readonly cachedEnds: readonly CachedEnd[]
  readonly evidence: Evidence
  /** Of the body that was forwarded last, by the provider's own count. Absent: it has reported none. */
  readonly tokensPerCharacter?: number
  /** When its request was sent, in milliseconds since the epoch. */
  readonly sentAt: number
  /** When it was noted last that the conversation is in use. */
  readonly rootUsedAt: number
  /** Of the last request, by the provider's own count; 0: it has reported none. */
  readonly inputTokens: number
  /** What stood behind its last turn, in characters; absent: nothing. The next request may not have it. */
  readonly openCharacters?: number
  /** Of earlier requests as well, where it may be a question whether what ends there is cached; absent: of none. */
  readonly counts?: readonly Count[]
  /** Digest of everything up to the end of this request; absent in records of a version that kept them under it. */
  readonly upTo?: string
  /** The same up to the end of its first turn: conversations that have said the same last have the same key. */
  readonly root?: string
  /**
   * Digest without thinking up to the last turn that its model, which forgets thinking, was sent without any although its client had some there.
   * Absent: there was none.
   */
  readonly unthought?: { readonly turn: number; readonly upTo: string }
  /** Digest without what its pictures show up to the end of this request, and how many of them it names. Absent: it has none. */
  readonly shown?: ShownPictures & { readonly turn: number }
  /** Digests of what stood around the conversation in the last request. */
  readonly frame: string
  /** The texts that stood there before, the last ones: what is cached behind them may be asked for again. */
  readonly textsBefore?: readonly string[]
  /** Those behind which it was sent before we changed something of it: there the provider keeps what it was. */
  readonly changedBehind?: readonly string[]
  /** It has come back to one of them. */
  readonly textsComeBack?: true
  /** It was seen to go on from more than one place. */
  readonly branched?: true
  /** Effective input tokens that this conversation has cost, and what it has saved net of the rewrites that we caused. */
  readonly paidEffectiveTokens: number
  readonly savedEffectiveTokens: number
  /** Of what the branches have claimed together, what this one has: in its balance it stands as what came of it. */
  readonly claimedEffectiveTokens?: number
  /** The most calls that one of its answers has made. Absent: of one of them it was not told. */
  readonly mostCalls?: number
}

export interface ChainState extends ChainHistory {
  /** In the order of the transcript, pinned segments included; as many as the request had. */
  readonly segments: readonly SegmentState[]
}

/** Tokens of a character of the conversation: by what its provider has counted, or as usual. */
export const rateOf = ({ tokensPerCharacter }: Pick<ChainHistory, 'tokensPerCharacter'>): number =>
  tokensPerCharacter ?? usualTokensPerCharacter

/** Whether a text lost lines because later text has them. */
export const isRepeated = (decision: Decision): boolean =>
  decision.kind === 'shorter' && decision.because === 'repeated'

/** Whether what was decided of a text may go, as its segment stands: the pin decides, except for repeated lines and aged file reads. */
export const mayGoFrom = (segment: Pick<Segment, 'pinned' | 'superseded'>, decision: Decision): boolean =>
  decision.kind === 'shorter' &&
  (mayBeShortened(segment) ||
    decision.because === 'repeated' ||
    (decision.because === 'aged' && segment.pinned === 'file-read'))

/** Tokens that the form saves in which a segment is forwarded; `undefined`: nobody has counted. One that travels whole may have been shorter before. */
export const tokensSavedIn = ({
  representation,
  decision,
  mild,
  losslessDeletesNothing,
  losslessTokensSaved,
}: SegmentState): number | undefined => {
  if (representation === 'lossy' && decision.kind === 'shorter') return decision.tokensSaved
  return mild?.tokensSaved ?? (losslessDeletesNothing === true ? 0 : losslessTokensSaved)
}

/** A segment about which nobody has asked. */
export const unasked: SegmentState = { decision: { kind: 'pending', asked: 0 }, representation: 'lossless' }
