// The body without the spans that go. Knows no reasons: each segment says what is kept of it.

import type { JsonTape } from '../json/scan.ts'
import type { Spliced } from '../json/splice/body.ts'
import type { Edit } from '../json/splice/splice.ts'
import type { SpanList } from '../text/spans.ts'
import type { Segment } from '../transcript/may-be-shortened.ts'
import type { ForwardedSegment } from './representation/forwarded-segment.ts'
import type { Steps } from './steps.ts'
import { onlyDeletes } from './verify.ts'

class SegmentEdit implements Edit {
  readonly node: number
  readonly kept: SpanList
  readonly noted: Edit['noted']
  readonly #segment: Segment

  constructor(segment: Segment, kept: SpanList) {
    this.node = segment.node
    this.kept = kept
    this.noted = segment.noted
    this.#segment = segment
  }

  get text(): string {
    return this.#segment.text
  }
}

/** The body with the deleted spans cut out, if there are any. Throws if it differs from the original by anything else. */
export const rewrittenBody = (
  tape: JsonTape,
  segments: readonly ForwardedSegment[],
  { rewrite }: Steps,
): Spliced | undefined => {
  const edits = segments.flatMap(({ segment, kept }) => (kept === undefined ? [] : [new SegmentEdit(segment, kept)]))
  if (edits.length === 0) return undefined
  const body = rewrite(tape, edits)
  if (!onlyDeletes(tape, edits, body)) throw new Error('the rewritten body is not a deletion')
  return body
}
