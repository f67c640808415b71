// Decodes an answer that came with a content encoding although `identity` was requested. Works chunk by chunk and never
// waits for the end, so that what the upstream flushes passes at once.

import { pipeline, Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

const flushing = { flush: constants.Z_SYNC_FLUSH }

/** The decoder of each encoding, given the first byte of the body. */
const decoders: Readonly<Record<string, (firstByte: number) => Transform>> = {
  gzip: () => createGunzip(flushing),
  'x-gzip': () => createGunzip(flushing),
  // HTTP means the zlib format, whose first byte ends in 8; some servers send bare deflate.
  deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate(flushing) : createInflateRaw(flushing)),
  br: () => createBrotliDecompress(),
  // RFC 9659: no more than 8 MB of window.
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

/** Whether `decodeBody` can decode it. It cannot decode a list of encodings, which no upstream sends unasked. */
export const isDecodable = (encoding: string): boolean => Object.hasOwn(decoders, encoding)

async function* decode(body: AsyncIterableIterator<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const first = await body.next()
  // An empty body is empty in every encoding.
  if (first.done === true) return
  const decoder = decoders[encoding]?.(first.value[0] ?? 0)
  if (decoder === undefined) throw new Error('This content encoding has no decoder.')
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value
    yield* body
  }
  // A break of the source destroys the decoder, and so reaches the reader.
  pipeline(Readable.from(chunks()), decoder, () => {})
  yield* decoder
}

/** The decoded body. Throws if the source breaks off or does not match its encoding. Leaving it closes the source. */
export const decodeBody = (
  body: AsyncIterableIterator<Uint8Array>,
  encoding: string,
): AsyncIterableIterator<Uint8Array> => {
  const decoded = decode(body, encoding)
  return {
    next: () => decoded.next(),
    async return() {
      await body.return?.()
      decoded.return(undefined).catch(() => {})
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
