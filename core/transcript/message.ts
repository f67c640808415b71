// One message of a conversation, of the model or of its client.

/**
 * Who made a message: the model, the client (everything of a kind that we do not know, too), or the author of the system
 * and developer messages, which clients rewrite from one turn to the next.
 */
export type Side = 'model' | 'client' | 'instructions'

export interface Message {
  /** The node of the tape, whatever kind of value it is. */
  readonly node: number
  readonly side: Side
  /** As providers count them: what is not a list of blocks is one. */
  readonly blocks: number
}
