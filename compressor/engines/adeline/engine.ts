// adeline-1 deletes nodes, lines and sentences, and picks its own rate. It makes lossless deletions first, then drops what is
// needed least until the budget of each kind of text is used up, then gates the result. A pure function of version, budget
// and text.

import type { AbstentionReason } from '../../../core/compressor/contract.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { type Envelope, envelopeOf, keptOfEnvelope } from '../../../core/json/strings/envelopes.ts'
import { lengthOfHead } from '../../../core/text/answer-head.ts'
import { type KeptSpans, sliceSpans } from '../../../core/text/spans.ts'
import { countTokens } from '../../text/tokens.ts'
import type { Engine, EngineParameters, EngineResult } from '../engine.ts'
import { compact } from './compact.ts'
import type { LineContext } from './context/line-context.ts'
import { composeSpans } from './cutting/compose-spans.ts'
import { levelInDoubt, levelOf } from './cutting/operating-point.ts'
import { SpanList } from './cutting/span-list.ts'
import { isBinary } from './gating/binary.ts'
import type { Ranker } from './learned/ranker.ts'
import { type EmbeddedJson, embeddedJson } from './reading/json/embedded.ts'
import { jsonOfPython } from './reading/json/python-values.ts'
import { isEnglish } from './reading/language.ts'
import { type Segmented, segment } from './segment.ts'
import { TextKind } from './units/text-kind.ts'
import { levels, most, type OperatingPoints, shortText } from './weighing/thresholds.ts'

interface Depth {
  /** Spans of the given text. */
  readonly kept: KeptSpans
  readonly tokens: number
}

/** What distinguishes one version of the engine from the others. A rule that only new versions have becomes a field here. */
export interface Edition {
  readonly version: string
  readonly ranker: Ranker
  /** In place of the ranker where nothing but what the rules call expendable may go. */
  readonly rules: Ranker
  /** Ties together units that the rules of a single section cannot see together. */
  readonly bind: (context: LineContext) => void
  /** Keeps units, or takes them apart, once they are ranked. */
  readonly part: (context: LineContext) => void
  readonly points: OperatingPoints
  /** Whether a JSON value is read as one that is cut off or stands among other text. */
  readonly readsEmbeddedJson: boolean
  /** What stays of a text when nothing of meaning goes. */
  readonly lossless: (text: string) => KeptSpans | undefined
  /** Whether less may go of a text whose like the ranker does not know. */
  readonly doubts: boolean
  /** Whether texts that travel inside a JSON text are read as the texts that they are. */
  readonly opensEnvelopes: boolean
  /** Whether a list or a dict that Python has printed is read as the JSON that says the same. */
  readonly readsPython: boolean
  /** Whether what a client puts in front of an answer is told from it. */
  readonly readsHeads: boolean
}

/** Why the engine abstains from a text from which nothing could be taken: because of the kind of most of it, if that explains it. */
const reasonOf = (text: string, { extent }: Segmented, refused: AbstentionReason): AbstentionReason => {
  if (refused === 'rejected-by-gate') return refused
  const isMostly = (kind: number): boolean => 2 * (extent[kind] ?? 0) > text.length
  if (isMostly(TextKind.listing)) return 'listing'
  if (isMostly(TextKind.code)) return 'code'
  if (isMostly(TextKind.prose) && !isEnglish(text, 0, text.length)) return 'language-not-covered'
  return refused
}

/** Whether more may go than what the rules call expendable; if not, the ranker makes no difference. */
const mayLose = ({ usual }: OperatingPoints, level: number): boolean =>
  level > levels.usual || Object.values(usual).some(({ loss }) => loss > 0)

/** The depth of a value that is all of a text but its ends, which stay as they are. */
const aroundValue = (text: string, { start, end }: EmbeddedJson, { kept }: Depth): Depth => {
  const list = new SpanList()
  list.add(0, start)
  // What closes a value that is cut off stands nowhere in the text.
  for (const [from, until] of kept) list.add(start + from, Math.min(end, start + until))
  list.add(end, text.length)
  const spans = list.toSpans()
  return { kept: spans, tokens: countTokens(sliceSpans(text, spans)) }
}

/** What the lossy depth leaves of a text in its lossless form, or why the engine abstains. */
const lossyDepth = (text: string, tokens: number, level: number, edition: Edition): Depth | AbstentionReason => {
  const embedded = edition.readsEmbeddedJson && !isOneJson(text) ? embeddedJson(text) : undefined
  if (embedded === undefined) return plainDepth(text, tokens, level, edition)
  const value = text.slice(embedded.start, embedded.end) + embedded.closers
  if (!isOneJson(value)) return plainDepth(text, tokens, level, edition)
  const depth = plainDepth(value, countTokens(value), level, edition)
  return typeof depth === 'string' ? depth : aroundValue(text, embedded, depth)
}

const plainDepth = (text: string, tokens: number, level: number, edition: Edition): Depth | AbstentionReason => {
  if (level === 0) return 'saving-under-floor'
  if (isBinary(text)) return 'binary'
  if (hasTooManyLines(text)) return 'too-large'
  const ranker = mayLose(edition.points, level) ? edition.ranker : edition.rules
  const segmented = segment(text, ranker, edition.bind, edition.part)
  const isShort = tokens < shortText.tokens && segmented.units.length < shortText.units
  if (isShort && level <= levels.usual) return 'too-short'
  const depth = edition.doubts ? levelInDoubt(level, segmented.units) : level
  const compacted = compact(text, tokens, segmented, depth, edition.points)
  return 'kept' in compacted ? compacted : reasonOf(text, segmented, compacted.refused)
}

const hasTooManyLines = (text: string): boolean => {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && lines <= most.lines; at = text.indexOf('\n', at + 1)) lines += 1
  return lines > most.lines
}

const isOneJson = (text: string): boolean => /^[ \t\r\n]*[[{]/.test(text) && scanJson(text) !== undefined

/** What the lossy depth leaves of a value that Python has printed, told of the JSON of the same length. */
const depthOfPython = (text: string, level: number, edition: Edition): Depth | AbstentionReason | undefined => {
  const json = edition.readsPython ? jsonOfPython(text) : undefined
  if (json === undefined || !isOneJson(json)) return undefined
  const depth = plainDepth(json, countTokens(json), level, edition)
  return typeof depth === 'string' ? depth : { ...depth, tokens: countTokens(sliceSpans(text, depth.kept)) }
}

const isBlank = (text: string): boolean => text.trim() === ''

const compressText = (text: string, parameters: EngineParameters, edition: Edition): EngineResult => {
  const tokensBefore = countTokens(text)
  const lossless = edition.lossless(text)
  const plain = lossless === undefined ? text : sliceSpans(text, lossless)
  // Colour codes around blanks: without them only blanks would be left, which providers refuse.
  if (isBlank(plain)) return { abstained: 'empty', tokensBefore }
  const plainTokens = lossless === undefined ? tokensBefore : countTokens(plain)
  const level = levelOf(parameters.budget)
  const lossy = depthOfPython(plain, level, edition) ?? lossyDepth(plain, plainTokens, level, edition)
  if (typeof lossy !== 'string') {
    const kept = lossless === undefined ? lossy.kept : composeSpans(lossless, lossy.kept)
    if (lossy.tokens < tokensBefore) return { kept, tokensBefore, tokensAfter: lossy.tokens, floorReached: false }
  }
  if (lossless !== undefined && plainTokens < tokensBefore)
    return { kept: lossless, tokensBefore, tokensAfter: plainTokens, floorReached: false }
  return { abstained: typeof lossy === 'string' ? lossy : 'saving-under-floor', tokensBefore }
}

/** Each text of an envelope by itself, and what is around them losslessly. */
const compressEnvelope = (envelope: Envelope, parameters: EngineParameters, edition: Edition): EngineResult => {
  const { text } = envelope.tape
  const inner = envelope.texts.map((one) => compress(one.text, parameters, edition))
  const kept = keptOfEnvelope(
    envelope,
    edition.lossless(text),
    inner.map((result) => ('kept' in result ? result.kept : undefined)),
  )
  const tokensBefore = countTokens(text)
  const tokensAfter = countTokens(sliceSpans(text, kept))
  if (tokensAfter < tokensBefore) return { kept, tokensBefore, tokensAfter, floorReached: false }
  const largest = inner.reduce<EngineResult | undefined>(
    (most, one) => (most === undefined || one.tokensBefore > most.tokensBefore ? one : most),
    undefined,
  )
  const abstained = largest !== undefined && 'abstained' in largest ? largest.abstained : 'saving-under-floor'
  return { abstained, tokensBefore }
}

/** What stands behind a head by itself; the head stays. */
const compressBehind = (head: number, text: string, parameters: EngineParameters, edition: Edition): EngineResult => {
  const tokensBefore = countTokens(text)
  const result = compressAll(text.slice(head), parameters, edition)
  if ('abstained' in result) return { ...result, tokensBefore }
  const list = new SpanList()
  list.add(0, head)
  for (const [start, end] of result.kept) list.add(head + start, head + end)
  const kept = list.toSpans()
  return { ...result, kept, tokensBefore, tokensAfter: countTokens(sliceSpans(text, kept)) }
}

const compress = (text: string, parameters: EngineParameters, edition: Edition): EngineResult => {
  const head = edition.readsHeads ? lengthOfHead(text) : 0
  return head === 0 ? compressAll(text, parameters, edition) : compressBehind(head, text, parameters, edition)
}

const compressAll = (text: string, parameters: EngineParameters, edition: Edition): EngineResult => {
  const envelope = edition.opensEnvelopes ? envelopeOf(text) : undefined
  return envelope === undefined
    ? compressText(text, parameters, edition)
    : compressEnvelope(envelope, parameters, edition)
}

/** An edition as an engine. The rate has no effect; the budget moves the operating point, for measuring. */
export const engineOf = (edition: Edition): Engine => ({
  version: edition.version,
  compress: (text, parameters) => compress(text, parameters, edition),
})
