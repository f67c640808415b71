// The words of what a request brings that no record speaks of, as it goes out: no tokenizer makes fewer tokens of them.

import type { TurnEnd } from '../../chain/identity/turn-ends.ts'
import type { Worded } from '../../chain/move/token-bounds.ts'
import { saidTexts } from '../../dialects/results/result-texts.ts'
import { membersOf } from '../../json/object-members.ts'
import { stringOf } from '../../json/read.ts'
import { type SpanList, sliceSpans } from '../../text/spans.ts'
import { wordsIn } from '../../text/words.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import type { ForwardedSegment } from './forwarded-segment.ts'

/** Texts of results, and what model and user have said, behind this end and up to this node. What a call is made of is not looked at. */
export const newWords = (
  { tape, messages, spelling }: Transcript,
  segments: readonly ForwardedSegment[],
  end: TurnEnd | undefined,
  last = Number.POSITIVE_INFINITY,
): Worded => {
  const { segments: fromSegment = 0, messages: fromMessage = 0 } = end ?? {}
  const keptOf = new Map<number, SpanList | undefined>(
    segments.slice(fromSegment).map(({ segment, kept }) => [segment.node, kept]),
  )
  for (const { node } of messages.slice(fromMessage))
    for (const [said] of saidTexts(tape, membersOf(tape, node)?.get(spelling.content)))
      if (said <= last && !keptOf.has(said)) keptOf.set(said, undefined)
  let [words, characters] = [0, 0]
  for (const [node, kept] of keptOf) {
    const whole = stringOf(tape, node) ?? ''
    const text = kept === undefined ? whole : sliceSpans(whole, kept)
    words += wordsIn(text)
    characters += text.length
  }
  return { words, characters }
}
