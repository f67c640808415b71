// A text of a conversation whose parts later text may repeat, and what goes of it then.

import type { Span, SpanList } from '../../text/spans.ts'

export interface RepeatableText {
  readonly text: string
  /** Whether some of it may go. */
  readonly mayGo: boolean
  /** No edit quotes it: each of its long lines is a passage by itself. */
  readonly isUnquoted?: boolean
  /** What surely stays of it, except what a later text has as well. Absent: perhaps nothing. */
  readonly stays?: SpanList
}

export interface Repeated {
  /** What may go, in order. */
  readonly gone: readonly Span[]
  /** Indexes of the texts in which it stands again. */
  readonly holders: ReadonlySet<number>
}
