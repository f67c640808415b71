// What may go of file reads that nothing has used for many turns, where the account says `aged`: decided behind the stream, by
// the engine at a mild budget. What later turns have quoted stays, and so does what says what a file has: imports, signatures,
// declarations.

import { agedRead } from '../access/policy.ts'
import type { SegmentState } from '../chain/state.ts'
import type { TextDigest } from '../chain/text-digest.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import {
  joinedSpans,
  type KeptSpans,
  PackedSpans,
  type Span,
  sliceSpans,
  spansBetween,
  withoutSpans,
} from '../text/spans.ts'
import { beginningOfTurn } from '../transcript/client-turns.ts'
import { type LineUses, lineUsesIn } from '../transcript/line-uses.ts'
import type { Segment } from '../transcript/may-be-shortened.ts'
import { type Transcript, textOf } from '../transcript/transcript.ts'
import { type Asking, decide, notAsked } from './decide.ts'

const shortestRead = 1_000
/** Of all reads together, the oldest first: to look at the lines of more takes too long at once. What nobody looks at stays. */
const mostCharacters = 2_000_000
/** Lines around one that was quoted: the next quote of it takes in more. */
const around = 2

/** In front: how tools number lines. */
const declaration =
  /^(?:\s*\d{1,6}(?:\t|→|[|:]\s?|\s{2}))?\s{0,8}(?:@\w|#include|import\b|from\b|using\b|package\b|namespace\b|module\b|export\b|public\b|private\b|protected\b|static\b|abstract\b|async\b|pub\b|fn\b|func\b|def\b|class\b|interface\b|struct\b|enum\b|impl\b|trait\b|type\b|function\b|(?:const|let|var)\s+\w+\s*=\s*(?:async\s*)?(?:function|\())/

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

const linesOf = (text: string): Line[] => {
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start)
    const end = at < 0 ? text.length : at + 1
    lines.push({ start, end, text: text.slice(start, at < 0 ? end : at) })
    start = end
  }
  return lines
}

/** Lines that stay whatever the engine says: quoted ones with those around them, and declarations. */
const staying = (lines: readonly Line[], isQuoted: (line: string) => boolean): Span[] => {
  const stays = lines.map(({ text }) => declaration.test(text))
  for (const [index, { text }] of lines.entries())
    if (isQuoted(text)) stays.fill(true, Math.max(0, index - around), index + around + 1)
  return joinedSpans(lines.filter((_, index) => stays[index] === true).map(({ start, end }) => [start, end] as const))
}

/** Both together. */
const united = (length: number, one: KeptSpans, other: KeptSpans): KeptSpans =>
  spansBetween(length, withoutSpans(spansBetween(length, one), other))

/** What stands around a result that an agent wraps in words of its own. */
const aroundPart = ({ part }: Segment, length: number): KeptSpans =>
  part === undefined ? [] : spansBetween(length, [part.span])

interface AgedRead {
  readonly index: number
  readonly text: string
  readonly stays: KeptSpans
}

const isNamedSince = ({ files = [] }: Segment, uses: LineUses, message: number): boolean =>
  files.some((path) => uses.isNamedSince(path, message))
const isQuotedSince = (lines: readonly Line[], uses: LineUses, message: number): boolean =>
  lines.some(({ text }) => uses.lastUse(text) >= message)

const isOpen = ({ decision, representation, holds }: SegmentState): boolean =>
  representation !== 'lossy' && holds !== true && (decision.kind === 'pending' || isAged(decision))

const isAged = (decision: SegmentState['decision']): boolean =>
  decision.kind === 'shorter' && decision.because === 'aged'

/** The reads of which nothing was used for long, and the states of those that have been used again. */
const agedIn = (
  transcript: Transcript,
  states: readonly SegmentState[],
): { readonly reads: readonly AgedRead[]; readonly states: readonly SegmentState[] } => {
  const since = beginningOfTurn(transcript, agedRead.turns)
  if (since < 0) return { reads: [], states }
  let uses: LineUses | undefined
  let characters = 0
  const reads: AgedRead[] = []
  const whole = (state: SegmentState): SegmentState =>
    isAged(state.decision) ? { ...state, decision: { kind: 'pending', asked: 0 } } : state
  const next = states.map((state, index): SegmentState => {
    const segment = transcript.segments[index]
    if (segment?.pinned !== 'file-read' || segment.superseded === true || segment.message >= since) return state
    if (!isOpen(state)) return state
    uses ??= lineUsesIn(transcript)
    const known = uses
    if (characters > mostCharacters || isNamedSince(segment, known, since)) return whole(state)
    const text = textOf(transcript, segment)
    if (text.length < shortestRead) return state
    characters += text.length
    const lines = linesOf(text)
    if (isQuotedSince(lines, known, since)) return whole(state)
    if (state.decision.kind === 'pending') {
      const stays = staying(lines, (line) => known.lastUse(line) > segment.message)
      reads.push({ index, text, stays: united(text.length, aroundPart(segment, text.length), stays) })
    }
    return state
  })
  return { reads, states: next }
}

/** The states with what goes of aged reads; what nobody answers stays as it is. */
export const withAged = async (
  transcript: Transcript,
  textDigest: TextDigest,
  known: readonly SegmentState[],
  asking: Asking,
  signal: AbortSignal,
): Promise<readonly SegmentState[]> => {
  const { reads, states } = agedIn(transcript, known)
  if (reads.length === 0) return states
  const judged = await decide(
    reads.map(({ text }) => ({ text, budget: agedRead.budget })),
    asking,
    signal,
  )
  const shorter = reads.flatMap(({ index, text, stays }, at) => {
    const answer = judged.decisions[at]
    if (answer === undefined || answer === notAsked) return []
    const kept = answer.kept === undefined ? undefined : united(text.length, [...answer.kept], stays)
    return [
      {
        index,
        kept,
        tokens: answer.tokens,
        digest: textDigest(text),
        left: kept === undefined ? text : sliceSpans(text, kept),
      },
    ]
  })
  const counting = { ...asking, parameters: { engine: losslessVersion } }
  const counted = await decide(
    shorter.map(({ left }) => ({ text: left })),
    counting,
    signal,
  )
  const next = [...states]
  shorter.forEach(({ index, kept, tokens, digest }, at) => {
    const state = next[index]
    const left = counted.decisions[at]
    if (state === undefined || left === undefined || left === notAsked) return
    const tokensSaved = tokens - left.tokens
    const isShorter = kept !== undefined && tokensSaved > 0
    next[index] = {
      ...state,
      tokens,
      textDigest: digest,
      decision: isShorter
        ? { kind: 'shorter', kept: PackedSpans.of(kept), tokensSaved, because: 'aged' }
        : { kind: 'abstained' },
    }
  })
  return next
}
