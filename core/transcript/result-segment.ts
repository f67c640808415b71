// A result whose text is read, and looked at, when somebody asks what it is: of most results a record knows all that a request needs.

import type { Noted, StringValue } from '../json/strings/value.ts'
import type { InPieces } from '../runtime/pieces.ts'
import type { MadeCall } from './history-state.ts'
import { mayBeShortened, type PinReason, type ResultKind, type Segment } from './may-be-shortened.ts'

/** What a look at a text tells. */
export interface Look {
  readonly pinned?: PinReason | undefined
  readonly kind?: ResultKind | undefined
  readonly files?: Segment['files']
  readonly superseded?: Segment['superseded']
  /** Of a file read: the call that surely shows its files. */
  readonly shownBy?: MadeCall
}

/** Not to be copied by its members: a copy has no text, and no pin. */
export class ResultSegment implements Segment {
  readonly node: number
  readonly message: number
  readonly noted: Noted
  readonly #value: StringValue
  readonly #look: Look | (() => Look)
  readonly #isOpen: boolean
  #told: Look | undefined

  /** `isOpen`: its text is at hand whatever its pin. */
  constructor(
    { node, message }: Pick<Segment, 'node' | 'message'>,
    value: StringValue,
    look: Look | (() => Look),
    isOpen: boolean = false,
  ) {
    this.node = node
    this.message = message
    this.noted = value.noted
    this.#value = value
    this.#look = look
    this.#isOpen = isOpen
  }

  get pinned(): PinReason | undefined {
    return this.look().pinned
  }

  get kind(): ResultKind | undefined {
    return this.look().kind
  }

  get files(): Segment['files'] {
    return this.look().files
  }

  get superseded(): Segment['superseded'] {
    return this.look().superseded
  }

  get value(): StringValue | undefined {
    return this.#isOpen || mayBeShortened(this) ? this.#value : undefined
  }

  /** Its value whatever it is. */
  get spelled(): StringValue {
    return this.#value
  }

  get text(): string {
    return this.value?.text ?? ''
  }

  /** The same with its text at hand. */
  opened(): ResultSegment {
    return new ResultSegment(this, this.#value, () => this.look(), true)
  }

  /** What it is. */
  look(): Look {
    this.#told ??= typeof this.#look === 'function' ? this.#look() : this.#look
    return this.#told
  }
}

/** Looks at each that nobody has looked at yet: what asks for all of them at once need not look any more. */
export function* lookedAt(segments: readonly Segment[]): InPieces<void> {
  for (const segment of segments) {
    yield
    if (segment instanceof ResultSegment) segment.look()
  }
}

/** Whether it has this pin. A result that is still to be looked at never has it, so none is looked at for this. */
const isPinned = (segment: Segment, pinned: 'user-text' | 'unknown-call'): boolean =>
  !(segment instanceof ResultSegment) && segment.pinned === pinned

/** Whether a person, or a program in their name, said it. */
export const isSaid = (segment: Segment): boolean => isPinned(segment, 'user-text')

/** Whether it answers a call that is not in the body. */
export const hasNoCall = (segment: Segment): boolean => isPinned(segment, 'unknown-call')
