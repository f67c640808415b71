// What a reader knows once it has read some messages: enough to read on from there in a body that begins with the same bytes.
// Places, numbers and names: the ids of calls, and what the history of files goes by. No text.

import { copiedMap } from '../collections/copied-map.ts'
import type { JsonTape } from '../json/scan.ts'
import { type Noted, StringValue } from '../json/strings/value.ts'
import { copyOfHistory, type HistoryState, type MadeCall, noHistory, takenIn } from './history-state.ts'
import type { PartOfText, PolicyRule, Segment } from './may-be-shortened.ts'
import type { Message } from './message.ts'
import { ResultSegment } from './result-segment.ts'

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

/** The last call of an id. */
export interface NamedCall {
  readonly place: number
  /** Absent: no result stands between it and another of the same id, and nobody knows which of them is answered. */
  readonly call?: MadeCall
}

/** Where a body's reader stands. It changes with every message. */
export interface ReadState {
  readonly messages: Message[]
  /** By the id that its answer names, in text of its own. */
  readonly calls: Map<string, NamedCall>
  /** How many calls were made before the last result. */
  answered: number
  /** The text that the model said last. */
  before: number | undefined
  /** Whether the turn of the client that is being read has had a result. */
  besideResult: boolean
  /** The last message in which somebody speaks, and not beside a result alone; -1: there is none. */
  spoken: number
  /** Whether a block of the model stands for all before it, so that its provider reads none of that. */
  summed: boolean
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
  readonly hasText: boolean
  readonly noted: Noted
}

/** The same without any body. Not to be changed. */
export interface HeldState extends Omit<ReadState, 'segments'> {
  readonly segments: readonly HeldSegment[]
}

export const nothingRead = (): ReadState => ({
  messages: [],
  calls: new Map(),
  answered: 0,
  before: undefined,
  besideResult: false,
  spoken: -1,
  summed: false,
  segments: [],
  reads: [],
  failures: [],
  callOf: new Map(),
  byPolicy: [],
  history: noHistory(),
})

const copyOf = <Segments>(
  {
    messages,
    calls,
    answered,
    before,
    besideResult,
    spoken,
    summed,
    reads,
    failures,
    callOf,
    byPolicy,
    history,
  }: Omit<ReadState, 'segments'>,
  segments: Segments,
) => ({
  messages: [...messages],
  calls: copiedMap(calls),
  answered,
  before,
  besideResult,
  spoken,
  summed,
  segments,
  reads: [...reads],
  failures: [...failures],
  callOf: copiedMap(callOf),
  byPolicy: [...byPolicy],
  history: copyOfHistory(history),
})

// Named one by one: to copy a segment is to decode its text. What is known of its value now, whatever is added later.
// What is pinned is released, and told its kind, in the body that releases it.
const heldSegment = ({ node, message, kind, pinned, files, value, noted = {} }: Segment): HeldSegment => ({
  node,
  message,
  hasText: value !== undefined && pinned === undefined,
  noted: { ...noted },
  ...(kind === undefined || pinned !== undefined ? {} : { kind }),
  ...(pinned === undefined ? {} : { pinned }),
  ...(files === undefined ? {} : { files }),
})

// A copy: what another request adds is counted when that is remembered.
const segmentIn = (tape: JsonTape, { hasText, noted: known, ...held }: HeldSegment): Segment => {
  const noted = { ...known }
  return hasText ? new ResultSegment(held, new StringValue(tape, held.node, noted), held) : { ...held, text: '', noted }
}

/** The state as it is, whatever is read later. `held`: from where it was read on; nobody changes that, so where nothing was read since it stands. */
export const snapshotOf = (state: ReadState, held?: HeldState): ReadState =>
  held?.messages.length === state.messages.length
    ? { ...held, segments: [...state.segments] }
    : copyOf(state, [...state.segments])

/** A snapshot, to be kept for the next request: all that was told until then is taken in, and each result looked at. */
export const heldState = (snapshot: ReadState): HeldState => {
  const history = takenIn(snapshot.history)
  const shown = snapshot.segments.flatMap((segment, index): ReadState['reads'] => {
    const call = segment instanceof ResultSegment ? segment.look().shownBy : undefined
    return call === undefined ? [] : [[index, call]]
  })
  return {
    ...snapshot,
    history,
    segments: snapshot.segments.map(heldSegment),
    reads: [...snapshot.reads, ...shown],
    callOf: new Map([...snapshot.callOf, ...shown]),
  }
}

/** To be read on from in a body that begins with the same bytes. */
export const stateIn = (tape: JsonTape, held: HeldState): ReadState =>
  copyOf(
    held,
    held.segments.map((segment) => segmentIn(tape, segment)),
  )
