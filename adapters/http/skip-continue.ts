// Takes interim `100 Continue` answers off a connection. RFC 9110 15.2 lets a server send one unasked, and every other
// client accepts it; the client library closes the connection and loses an answer that the model has already been paid for.

import type { Socket } from 'node:net'

const requestLine = /^\S+ \S* HTTP\/1\.1\r\n/
const interim = Buffer.from('HTTP/1.1 100')
const endOfHead = '\r\n\r\n'
/** A longer head is given to the parser, which refuses it. */
const maxHeadBytes = 16_384

/** Whether the bytes may still become an interim answer, or begin as one. */
const mayBeInterim = (bytes: Buffer): boolean =>
  bytes.length < maxHeadBytes && interim.subarray(0, bytes.length).equals(bytes.subarray(0, interim.length))

/** The bytes behind all interim answers that they begin with; `undefined` as long as that cannot be told. */
const withoutInterim = (bytes: Buffer): Buffer | undefined => {
  let rest = bytes
  while (mayBeInterim(rest)) {
    const end = rest.indexOf(endOfHead)
    if (end < 0) return undefined
    rest = rest.subarray(end + endOfHead.length)
  }
  return rest
}

/**
 * Only looks where the head of an answer must begin, which is behind a request line that was written. The body of an answer
 * is never looked at, whatever it says.
 */
export const skipContinue = (socket: Socket): void => {
  let atHead = false
  let held = Buffer.alloc(0)
  socket.write = new Proxy(socket.write, {
    apply(write, self, words: unknown[]) {
      // The client library writes the head of a request as text, and bodies as bytes.
      if (typeof words[0] === 'string' && requestLine.test(words[0])) atHead = true
      return Reflect.apply(write, self, words)
    },
  })
  socket.read = new Proxy(socket.read, {
    apply(read, self, words: unknown[]) {
      const chunk: unknown = Reflect.apply(read, self, words)
      if (!atHead || !Buffer.isBuffer(chunk)) return chunk
      const rest = withoutInterim(Buffer.concat([held, chunk]))
      held = rest === undefined ? Buffer.concat([held, chunk]) : Buffer.alloc(0)
      if (rest === undefined || rest.length === 0) return null
      atHead = false
      return rest
    },
  })
}
