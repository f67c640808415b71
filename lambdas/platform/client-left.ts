// Whether the client of an exchange has left, as far as the platform says so. On one machine the stream of the answer is closed
// at once. Lambda keeps it open until the handler ends: there nobody can tell, and the signal never fires.

/** The part of the answer's stream that tells. */
export interface ClosableStream {
  readonly destroyed?: boolean
  readonly writableEnded?: boolean
  once(event: 'close', listener: () => void): unknown
}

/** Fires when the stream is closed before its answer has been written to its end. */
export const clientLeft = (stream: ClosableStream): AbortSignal => {
  const left = new AbortController()
  const judge = (): void => {
    if (stream.writableEnded !== true) left.abort()
  }
  if (stream.destroyed === true) judge()
  else stream.once('close', judge)
  return left.signal
}
