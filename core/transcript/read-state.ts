// What a reader knows once it has read some messages: enough to read on from there in a body that begins with the same bytes.
// Places, numbers and names: the ids of calls, and what the history of files goes by. No text.

import type { JsonTape } from '../json/scan.ts'
import { type Sizes, StringValue } from '../json/string-value.ts'
import { copyOfHistory, type HistoryState, type MadeCall, noHistory } from './file-history.ts'
import { type PartOfText, type PolicyRule, type Segment, withValue } from './may-be-shortened.ts'
import type { Message } from './message.ts'

/**
 * What is a result by policy alone, with the call that it answers and the part of the text that is the result. `pasted`: a person
 * has put it there, and there is no call.
 */
export type ByPolicy = readonly [
  index: number,
  rule: PolicyRule,
  call: MadeCall | 'pasted' | undefined,
  part?: PartOfText,
]

/** Where a body's reader stands. It changes with every message. */
export interface ReadState {
  readonly messages: Message[]
  /** By the id that its answer names, in text of its own. */
  readonly calls: Map<string, MadeCall>
  /** The text that the model said last. */
  before: number | undefined
  readonly segments: Segment[]
  /** The file reads among them, by index. */
  readonly reads: (readonly [index: number, call: MadeCall])[]
  /** The long failures among them. */
  readonly failures: number[]
  readonly callOf: Map<number, MadeCall>
  readonly byPolicy: ByPolicy[]
  readonly history: HistoryState
}

/** A segment without its body. */
interface HeldSegment extends Pick<Segment, 'node' | 'message' | 'kind' | 'pinned' | 'files'> {
  /** Present where it has a text. */
  readonly sizes?: Sizes
}

/** The same without any body. Not to be changed. */
export interface HeldState extends Omit<ReadState, 'segments'> {
  readonly segments: readonly HeldSegment[]
}

export const nothingRead = (): ReadState => ({
  messages: [],
  calls: new Map(),
  before: undefined,
  segments: [],
  reads: [],
  failures: [],
  callOf: new Map(),
  byPolicy: [],
  history: noHistory(),
})

const copyOf = <Segments>(
  { messages, calls, before, reads, failures, callOf, byPolicy, history }: Omit<ReadState, 'segments'>,
  segments: Segments,
) => ({
  messages: [...messages],
  calls: new Map(calls),
  before,
  segments,
  reads: [...reads],
  failures: [...failures],
  callOf: new Map(callOf),
  byPolicy: [...byPolicy],
  history: copyOfHistory(history),
})

// Named one by one: to copy a segment is to decode its text.
const heldSegment = ({ node, message, kind, pinned, files, value }: Segment): HeldSegment => ({
  node,
  message,
  ...(kind === undefined ? {} : { kind }),
  ...(pinned === undefined ? {} : { pinned }),
  ...(files === undefined ? {} : { files }),
  ...(value === undefined ? {} : { sizes: value.sizes }),
})

const segmentIn = (tape: JsonTape, { sizes, ...held }: HeldSegment): Segment =>
  sizes === undefined ? { ...held, text: '' } : withValue(held, new StringValue(tape, held.node, sizes))

/** To be kept for the next request. */
export const heldState = (state: ReadState): HeldState => copyOf(state, state.segments.map(heldSegment))

/** To be read on from in a body that begins with the same bytes. */
export const stateIn = (tape: JsonTape, held: HeldState): ReadState =>
  copyOf(
    held,
    held.segments.map((segment) => segmentIn(tape, segment)),
  )
