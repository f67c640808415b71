// An upstream may answer while the request is still being written, and close behind its answer: 413 to a body that is too large. The
// next write fails then, and Node ends the connection with the answer that has arrived on it and is not read yet.

import type { Socket } from 'node:net'

type Written = (error?: Error | null) => void
/** `_write` or `_writev`: the last of what is given hears how it went. */
type Write = (...given: unknown[]) => void

/** What of a socket is overridden: by its own kind, too. */
type Writing = Socket & { _write: Write; _writev: Write }

/** The other side takes no more. What it has sent can be read all the same. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET')

/** A write that fails because the other side has gone is told once everything has been read that came from there. */
export const readEarlyAnswers = (given: Socket): void => {
  const socket = given as Writing
  const { _write, _writev, push } = socket
  let isRead = false
  let tell: (() => void) | undefined
  const telling =
    (write: Write): Write =>
    (...args) => {
      const written = args.pop() as Written
      const told: Written = (error) => {
        if (isRead || !isGone(error)) written(error)
        else tell = () => written(error)
      }
      write.call(socket, ...args, told)
    }
  socket._write = telling(_write)
  socket._writev = telling(_writev)
  socket.push = (chunk, encoding) => {
    if (chunk !== null) return push.call(socket, chunk, encoding)
    isRead = true
    // The end of what can be read is then no end of the answer: it may have been cut.
    if (tell === undefined) return push.call(socket, null)
    tell()
    return false
  }
}
