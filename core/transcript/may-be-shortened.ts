// Whether a text may be shortened: its pin decides, and what is superseded is the one exception. Pins are given in
// dialects/results/tool-results.ts. Lines that stand again in later text may go from pinned text too: see compaction/decision/decide-repeats.ts.

import type { Noted, StringValue } from '../json/strings/value.ts'
import type { Span } from '../text/spans.ts'

/** Why a result must reach the model byte for byte. Stable codes. */
export type PinReason =
  /** The result is marked as an error, and no later turn has answered it or it is short. */
  | 'error-result'
  /** An agent quotes what it read from a file. */
  | 'file-read'
  /** A tool gives instructions, or the answer of a person, which the model follows without quoting it. */
  | 'instructions'
  /** The call that this answers is not in the body, or has its id with another, so nobody knows whether it was a file read, or who reads it. */
  | 'unknown-call'
  /** The item or block has members or a type that we do not know, or names a member twice. */
  | 'unknown-shape'
  /** What a person, or a program in their name, said. */
  | 'user-text'
  /** A tool that the provider runs has answered it: only the provider can tell whether it takes it back shortened. */
  | 'server-run'

/**
 * What a text is, for how much of it the engine may take: `records` of JSON, or what a `shell` printed. Everything else, as
 * reports, pages and search results, is prose that the model asked for.
 */
export type ResultKind = 'records' | 'shell'

/** Tools that providers run themselves. */
export const serverKinds = ['mcp', 'web-fetch', 'code-execution', 'file-search'] as const
export type ServerKind = (typeof serverKinds)[number]
/** What an account may declare to be results: those of agents without tools in turns of the user, those of tools that the provider runs. */
export type PolicyRule = 'observations' | ServerKind

/** A part of a text that may be shortened: what is around it stays. */
export interface PartOfText {
  readonly span: Span
  /** What the engine is shown of the text, to judge the part; absent: the part alone. */
  readonly judged?: Span
}

/** One text value of a tool result, or a long one of a user turn. Everything that is not a segment is pinned by never being looked at. */
export interface Segment {
  /** The string node of the tape. */
  readonly node: number
  /** Index of its message or item in `messages`. */
  readonly message: number
  /** Its value; empty when it is pinned, unless it is superseded or soon will be. */
  readonly text: string
  /** The same, where it is not decoded until it is asked for. */
  readonly value?: StringValue | undefined
  /** What is known of its value, whether that is at hand or not. */
  readonly noted?: Noted
  /** Absent: anything else. */
  readonly kind?: ResultKind | undefined
  readonly pinned?: PinReason | undefined
  /** Of a file read: the files that it surely shows, as the call spells them. */
  readonly files?: readonly string[] | undefined
  /**
   * It need not stay byte-exact any longer. Of a file read: later calls have read the same again, or left nothing of it. Of a
   * long error: a later turn has answered it.
   */
  readonly superseded?: true | undefined
  /** It will be superseded by the next turn of the model, which answers it: the engine may be asked about it already. */
  readonly awaitsAnswer?: true
  /** What it is where the account's policy has this rule. */
  readonly byPolicy?: { readonly rule: PolicyRule } & Pick<
    Segment,
    'kind' | 'pinned' | 'files' | 'superseded' | 'awaitsAnswer'
  >
  /** What of the text may go, where that is not all of it. */
  readonly part?: PartOfText
}

class DecodedWhenAsked {
  readonly value: StringValue
  constructor(value: StringValue) {
    this.value = value
  }

  get text(): string {
    return this.value.text
  }
}

/** The segment with the value of its node, to be decoded when its text is asked for. Not to be copied by its members: a copy has no text. */
export const withValue = ({ text: _text, value: _value, ...segment }: Segment, value: StringValue): Segment =>
  Object.assign(new DecodedWhenAsked(value), segment, { noted: value.noted })

/** How many UTF-16 units the text of a segment has. */
export const charactersOf = (segment: Pick<Segment, 'text' | 'value'>): number =>
  segment.value?.characters ?? segment.text.length

/**
 * The segments as these rules have them: superseded once a later turn has answered them, or file reads. `textOf`: the value of a
 * node.
 */
export const withRules = (
  segments: readonly Segment[],
  rules: ReadonlySet<PolicyRule>,
  textOf: (node: number) => string,
): readonly Segment[] =>
  rules.size === 0
    ? segments
    : segments.map((segment) => {
        if (segment.byPolicy === undefined || !rules.has(segment.byPolicy.rule)) return segment
        const { rule: _, ...known } = segment.byPolicy
        const next = { ...segment, ...known }
        return mayBeShortened(next) || next.awaitsAnswer === true ? { ...next, text: textOf(segment.node) } : next
      })

/** Whether what the account says of file reads holds for lines of it that stand again. */
export const isByFileReads = ({ pinned }: Pick<Segment, 'pinned'>): boolean =>
  pinned === 'file-read' || pinned === 'instructions'

/**
 * Whether the bytes of a segment may change the first time they are sent: those of every segment that is not pinned. It is
 * what the lossless depth, `arrival` and `observe` ask. A superseded read does not count: it was sent whole while it was
 * pinned, so every change of it rewrites the provider's cache, which only the lossy form is worth.
 */
export const mayBeShortenedAtOnce = ({ pinned }: Pick<Segment, 'pinned'>): boolean => pinned === undefined

/** Whether a segment may ever lose text: at once, or because it is superseded. */
export const mayBeShortened = (segment: Pick<Segment, 'pinned' | 'superseded'>): boolean =>
  mayBeShortenedAtOnce(segment) || segment.superseded === true
