// Where records of conversations are kept, as the core sees it: opaque bytes under the key of a head, which is
// called `head` here, as in the table. Holds digests and spans, never text.

/** A record as it is stored: the plan's state in compact form, and when its request was sent. */
export interface StoredRecord {
  /** See `codec.ts`. The store may pack it as it likes. */
  readonly state: Uint8Array
  /** Milliseconds since the epoch. */
  readonly lastSentAt: number
  /** From when on the provider cannot have cached any of it, in milliseconds since the epoch. */
  readonly coldAt: number
  /** The exchange that has left it while its answer was still to come: what it leaves at the end takes its place. */
  readonly leftBy?: string
}

/** What another use of a conversation changes of its record. */
export type RecordTimes = Pick<StoredRecord, 'lastSentAt' | 'coldAt'>

/** What a record is written over beside one that is cold, or has expired. */
export interface WrittenOver {
  /** One that was not sent after this, in milliseconds since the epoch. */
  readonly restingSince?: number
  /** One that this exchange has left. */
  readonly leftBy?: string
}

/** What is known of a conversation with all its branches, whichever of them is in use. Kept beside its records. */
export interface ConversationUse {
  /** The last use, and from when on the provider cannot have cached any of it, in milliseconds since the epoch. */
  readonly usedAt: number
  readonly coldAt: number
  /** Where the record of that use belongs, although a sibling's may stand there; absent in what an earlier version has noted. */
  readonly usedBy?: string
  /** Digests of the texts that were sent shortened. */
  readonly shortened: readonly number[]
}

/** What one branch puts at risk, and how much all of them together may have put at risk before. In effective tokens, whole. */
export interface Claim {
  /** From which record it goes on: who does so within minutes of another, or tries again, does as that one has done. */
  readonly by: string
  readonly risk: number
  readonly room: number
}

/** Requests from one record at about the same time send the same, in milliseconds. */
export const alikeMs = 5 * 60_000

/**
 * The list holds no more texts than these, and those of one note. Where it is as long as this, some may be missing: nobody can tell how
 * the others have sent them.
 */
export const mostShortened = 2_000

/** A record has expired so long after its request was sent: 30 days. */
export const recordMilliseconds = 30 * 86_400_000

export interface FoundRecord extends StoredRecord {
  /** The key under which it was found. */
  readonly head: string
}

export interface ChainStore {
  /**
   * The record of the first of these heads that has one. `heads` are at most 17, deepest first: the first is read alone,
   * the others together and only when it has none. Consistent reads; what has expired is not there. Throws
   * `StoreUnreachable` when no answer came within the store's own deadline.
   */
  find(heads: readonly string[], now: number): Promise<FoundRecord | undefined>
  /**
   * Writes the record unless the head has one that is not cold yet: what another request sent, and the provider may still
   * have cached. Then the state stays the first writer's, and only its times are raised as by `touch`. What is cold, has
   * expired or is named by `over` is written over. Throws `StoreUnreachable`.
   */
  put(head: string, record: StoredRecord, over?: WrittenOver): Promise<'written' | 'kept'>
  /** Raises both times of a record, if there is one that would be cold earlier. Throws `StoreUnreachable`. */
  touch(head: string, times: RecordTimes): Promise<void>
  /** What was noted of the use of a conversation. Consistent. Throws `StoreUnreachable` as `find` does. */
  use(conversation: string): Promise<ConversationUse | undefined>
  /**
   * Notes that a conversation is in use: raises both times, with whose use it is, and adds texts, never later than the times. Of one note so many as
   * `mostShortened`, and none to a list that is as long. Throws `StoreUnreachable`.
   */
  note(conversation: string, use: ConversationUse): Promise<void>
  /**
   * Adds the risk to what all branches of a conversation have claimed, unless that is more than the room: whether it may be taken. Of several
   * at once one gets the last room; who claims for the record that claimed last, within `alikeMs`, has it without another risk added. A
   * request waits for it. Throws `StoreUnreachable`.
   */
  claim(conversation: string, claim: Claim, now: number): Promise<boolean>
}
