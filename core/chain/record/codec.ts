// A chain's state as bytes: a short JSON head, then the segments as variable-length numbers. Refuses what it does not know.

import * as z from 'zod/mini'
import { compactionPolicy } from '../../access/policy.ts'
import { PackedSpans, type SpanList } from '../../text/spans.ts'
import { Reader, Writer } from './record-bytes.ts'
import {
  type ChainState,
  type Decision,
  maxQuestions,
  type Representation,
  type SegmentState,
  type Shortening,
} from './state.ts'

/** Any change of the layout is a new one. The one before it knew no text by its digest; older ones are not read. */
const layout = 6
const layoutBefore = 5

/** Decisions that are not applied yet stay out of a larger record; the table's own limit is 400 KB. */
const maxBytes = 300_000

const head = z.object({
  layout: z.union([z.literal(layout), z.literal(layoutBefore)]),
  engineVersion: z.exactOptional(z.string()),
  losslessVersion: z.string(),
  policy: compactionPolicy,
  verbatim: z.boolean(),
  lifetimeMs: z.number().check(z.nonnegative()),
  cachedEnds: z.array(
    z.object({
      turn: z.int().check(z.nonnegative()),
      upTo: z.exactOptional(z.string()),
      surelyUntil: z.number(),
      possiblyUntil: z.number(),
      asSent: z.boolean(),
      longEnough: z.boolean(),
    }),
  ),
  evidence: z.object({
    everRead: z.boolean(),
    everWritten: z.boolean(),
    misses: z.int().check(z.nonnegative()),
    frameMisses: z.int().check(z.nonnegative()),
    frameHits: z.int().check(z.nonnegative()),
    keptForMs: z.number(),
    goneAfterMs: z.exactOptional(z.number()),
    settingHits: z.exactOptional(z.int().check(z.nonnegative())),
    shortReads: z.exactOptional(z.int().check(z.nonnegative())),
    inSteps: z.exactOptional(z.literal(true)),
    unasked: z.exactOptional(z.literal(true)),
  }),
  tokensPerCharacter: z.exactOptional(z.number()),
  sentAt: z.number(),
  rootUsedAt: z.number(),
  inputTokens: z.number(),
  openCharacters: z.exactOptional(z.number().check(z.nonnegative())),
  counts: z.exactOptional(
    z.array(z.object({ turn: z.int().check(z.nonnegative()), characters: z.number(), tokens: z.number() })),
  ),
  upTo: z.exactOptional(z.string()),
  root: z.exactOptional(z.string()),
  unthought: z.exactOptional(z.object({ turn: z.int().check(z.positive()), upTo: z.string() })),
  shown: z.exactOptional(
    z.object({ turn: z.int().check(z.positive()), upTo: z.string(), named: z.int().check(z.nonnegative()) }),
  ),
  frame: z.string(),
  textsBefore: z.exactOptional(z.array(z.string())),
  changedBehind: z.exactOptional(z.array(z.string())),
  textsComeBack: z.exactOptional(z.literal(true)),
  branched: z.exactOptional(z.literal(true)),
  paidEffectiveTokens: z.number(),
  savedEffectiveTokens: z.number(),
  claimedEffectiveTokens: z.exactOptional(z.number().check(z.nonnegative())),
  mostCalls: z.exactOptional(z.int().check(z.nonnegative())),
})

/** What a bound of a packed span holds. */
const longestText = 2 ** 31 - 1

const representations: readonly Representation[] = ['lossless', 'scheduled', 'lossy']
/** Of a segment, since layout 6. */
const flagCount = 4
const reasons = [undefined, 'repeated', 'aged'] as const
/** Up to `maxQuestions`: pending, asked so often. */
const abstained = maxQuestions + 1
const shorter = maxQuestions + 2

const writeSpans = (writer: Writer, kept: SpanList): void => {
  const { bounds } = PackedSpans.of(kept)
  writer.number(kept.length)
  let position = 0
  for (const bound of bounds) {
    writer.number(bound - position)
    position = bound
  }
}

const writeShortening = (writer: Writer, { tokensSaved, kept }: Shortening): void => {
  writer.number(tokensSaved)
  writeSpans(writer, kept)
}

const readSpans = (reader: Reader): PackedSpans => {
  const count = reader.number()
  if (count > reader.left) throw new Error('the record of a chain is cut off')
  const bounds = new Int32Array(2 * count)
  let position = 0
  for (let at = 0; at < bounds.length; at += 1) {
    position += reader.number()
    if (position > longestText) throw new Error('the record of a chain speaks of a text that is too long')
    bounds[at] = position
  }
  return new PackedSpans(bounds)
}

const readShortening = (reader: Reader): Shortening => {
  const tokensSaved = reader.number()
  return { kept: readSpans(reader), tokensSaved }
}

/** A count that may be missing. */
const writeCount = (writer: Writer, count: number | undefined): void =>
  writer.number(count === undefined ? 0 : count + 1)

/** Of a text of which nothing is decided nobody needs to know where else it stands. */
const digestIn = ({ decision, mild, holds, textDigest }: SegmentState): number | undefined =>
  decision.kind === 'shorter' || mild !== undefined || holds === true ? textDigest : undefined

const writeSegment = (writer: Writer, segment: SegmentState): void => {
  const { decision, representation, losslessDeletesNothing, holds, mild, tokens, losslessTokensSaved } = segment
  const digest = digestIn(segment)
  const kind =
    decision.kind === 'pending'
      ? Math.min(decision.asked, maxQuestions)
      : decision.kind === 'abstained'
        ? abstained
        : shorter
  const coded = kind * representations.length + representations.indexOf(representation)
  const because = reasons.indexOf(decision.kind === 'shorter' ? decision.because : undefined)
  const flags = [digest !== undefined, losslessDeletesNothing === true, holds === true, mild !== undefined]
  writer.number(flags.reduce((number, flag) => 2 * number + (flag ? 1 : 0), coded) * reasons.length + because)
  if (digest !== undefined) writer.number(digest)
  writeCount(writer, tokens)
  writeCount(writer, losslessTokensSaved)
  if (mild !== undefined) writeShortening(writer, mild)
  if (decision.kind === 'shorter') writeShortening(writer, decision)
}

const readCount = (reader: Reader): number | undefined => {
  const counted = reader.number()
  return counted === 0 ? undefined : counted - 1
}

const readSegment = (reader: Reader, flagCount: number): SegmentState => {
  const number = reader.number()
  const flagged = Math.floor(number / reasons.length)
  const because = reasons[number % reasons.length]
  const coded = Math.floor(flagged / 2 ** flagCount)
  const kind = Math.floor(coded / representations.length)
  const representation = representations[coded % representations.length]
  if (representation === undefined || kind > shorter) throw new Error('the record of a chain is of an unknown layout')
  const textDigest = flagCount > 3 && flagged % 16 >= 8 ? reader.number() : undefined
  const tokens = readCount(reader)
  const losslessTokensSaved = readCount(reader)
  const mild = flagged % 2 === 1 ? readShortening(reader) : undefined
  const readDecision = (): Decision => {
    if (kind < abstained) return { kind: 'pending', asked: kind }
    if (kind === abstained) return { kind: 'abstained' }
    return { kind: 'shorter', ...readShortening(reader), ...(because === undefined ? {} : { because }) }
  }
  return {
    decision: readDecision(),
    representation,
    ...(flagged % 8 >= 4 ? { losslessDeletesNothing: true } : {}),
    ...(flagged % 4 >= 2 ? { holds: true } : {}),
    ...(mild === undefined ? {} : { mild }),
    ...(textDigest === undefined ? {} : { textDigest }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(losslessTokensSaved === undefined ? {} : { losslessTokensSaved }),
  }
}

/** A decision that is not applied yet can be asked for again, unless earlier text went because of what it keeps. */
const withoutUnapplied = (segment: SegmentState): SegmentState =>
  segment.representation === 'lossy' || segment.decision.kind !== 'shorter' || segment.holds === true
    ? segment
    : { ...segment, representation: 'lossless', decision: { kind: 'pending', asked: 0 } }

const written = (state: ChainState): Uint8Array => {
  const { segments } = state
  const writer = new Writer()
  // What is undefined is left out of it.
  writer.text(JSON.stringify({ layout, ...state, segments: undefined }))
  writer.number(segments.length)
  for (const segment of segments) writeSegment(writer, segment)
  return writer.finish()
}

/** The state as bytes; a state that takes more than 300 KB loses the decisions that are not applied yet. */
export const encodeState = (state: ChainState): Uint8Array => {
  const bytes = written(state)
  return bytes.length <= maxBytes ? bytes : written({ ...state, segments: state.segments.map(withoutUnapplied) })
}

/** Throws when the bytes are no state of this layout. */
export const decodeState = (bytes: Uint8Array): ChainState => {
  const reader = new Reader(bytes)
  const { layout: written, ...rest } = head.parse(JSON.parse(reader.text(reader.number())))
  const segments: SegmentState[] = []
  for (let count = reader.number(); count > 0; count -= 1)
    segments.push(readSegment(reader, written === layout ? flagCount : flagCount - 1))
  if (reader.left > 0) throw new Error('the record of a chain is longer than it says')
  return { ...rest, segments }
}
