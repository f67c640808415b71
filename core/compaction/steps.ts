// The steps of compaction that may throw, hang or lie. Tests replace them.

import type { Question } from '../compressor/in-part.ts'
import type { JsonTape } from '../json/scan.ts'
import { type Spliced, spliceTape } from '../json/splice/body.ts'
import type { Edit } from '../json/splice/splice.ts'
import { type Asking, type Decisions, decide } from './decision/decide.ts'
import { losslessForm } from './representation/forwarded-segment.ts'

export interface Steps {
  readonly decide: (questions: readonly Question[], asking: Asking, signal: AbortSignal) => Promise<Decisions>
  readonly shorten: typeof losslessForm
  readonly rewrite: (tape: JsonTape, edits: readonly Edit[]) => Spliced
}

export const realSteps: Steps = { decide, shorten: losslessForm, rewrite: spliceTape }
