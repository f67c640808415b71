// The request as it was received. Made once, at the edge; nothing behind it reads an event or a socket.

/** Header names are lower-case; a repeated header is one value joined with a comma, as function URLs deliver it. */
export type Headers = Readonly<Record<string, string>>

export interface Inbound {
  /** ULID: the exchange's id in logs and in the ledger. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  readonly method: string
  /** As received: not decoded, not normalised. */
  readonly path: string
  /** As received, without the question mark; empty when there is none. */
  readonly query: string
  readonly headers: Headers
  /** Text only when the bytes are valid UTF-8 (encoding it gives the same bytes back); bytes may be anything. */
  readonly body: string | Uint8Array
  /** The memory of its bytes is the exchange's alone: it may give it back once it reads them no more. */
  readonly ownsBody?: true
  /** Milliseconds since the epoch at which the platform ends this invocation. */
  readonly deadline: number
  /** Fires when the client has left. Never fires where the platform does not say so. */
  readonly left?: AbortSignal
}
