// What a fault may not cost: requests, bytes, receipts, limits, memory. Counts all of them, and what was lost.

import type { Answer } from '../../testkit/faults/ask.ts'

const mostLost = 5

/** What an answer has to be. */
export interface Expected {
  readonly status: number
  /** @default whole */
  readonly ended?: Answer['ended']
  /** All of its bytes. */
  readonly bytes?: Uint8Array
  /** Its bytes are the beginning of these. */
  readonly beginningOf?: Uint8Array
  /** Words in its body. */
  readonly says?: string
  /** Milliseconds it may take. */
  readonly within?: number
}

export class Tally {
  asked = 0
  answered = 0
  /** Answers, or forwarded bodies, of which every byte was looked at. */
  compared = 0
  equal = 0
  /** Exchanges that reached somebody: each has one receipt. */
  exchanges = 0
  receipts = 0
  /** Of the receipts, those that only the log had. */
  replayed = 0
  /** Requests that a limit let through, of those that it may. */
  admitted = 0
  allowed = 0
  readonly lost: string[] = []

  lose(what: string): void {
    if (this.lost.length < mostLost) this.lost.push(what)
  }

  holds(what: string, isHeld: boolean): void {
    if (!isHeld) this.lose(what)
  }

  same(what: string, actual: Uint8Array, expected: Uint8Array): void {
    this.compared += 1
    if (Buffer.compare(actual, expected) === 0) this.equal += 1
    else this.lose(`${what}: ${actual.length} bytes are not the ${expected.length} that were sent`)
  }

  /** Counts one request with its answer. */
  answer(what: string, answer: Answer, expected: Expected): void {
    this.asked += 1
    const { status, ended = 'whole', bytes, beginningOf, says = '', within = Number.POSITIVE_INFINITY } = expected
    const faults = [
      ...(answer.status === status ? [] : [`status ${answer.status}, not ${status}`]),
      ...(answer.ended === ended ? [] : [`${answer.ended}, not ${ended}`]),
      ...(answer.bytes.includes(says) ? [] : [`does not say ${says}`]),
      ...(answer.milliseconds <= within ? [] : [`${answer.milliseconds} ms, not ${within}`]),
    ]
    if (faults.length === 0) this.answered += 1
    else this.lose(`${what}: ${faults.join(', ')}`)
    if (bytes !== undefined) this.same(what, answer.bytes, bytes)
    if (beginningOf !== undefined) this.same(what, answer.bytes, beginningOf.subarray(0, answer.bytes.length))
  }

  admit(what: string, admitted: number, allowed: number): void {
    this.admitted += admitted
    this.allowed += allowed
    this.holds(`${what}: ${admitted} admitted, ${allowed} allowed`, admitted <= allowed)
  }
}
