// Decodes an answer that came with a content encoding although `identity` was requested. Works chunk by chunk and never
// waits for the end, so that what the upstream flushes passes at once. Uses no stream pipeline, because a pipeline discards
// what it holds when its source breaks, and the client is owed every byte before the break.

import { GzipDecoder } from './gzip-decoder.ts'
import { HandDecoder, type StepDecoder } from './hand-decoder.ts'

/** Loaded with the first answer that is encoded: few are. */
const zlib = () => process.getBuiltinModule('node:zlib')
const flushing = () => ({ flush: zlib().constants.Z_SYNC_FLUSH })

/** The decoder of each encoding, given the first byte of the body, and what is asked before each frame behind the first. */
const decoders: Readonly<Record<string, (firstByte: number, mayBegin: () => void) => StepDecoder>> = {
  gzip: (_firstByte, mayBegin) => new GzipDecoder(mayBegin),
  'x-gzip': (_firstByte, mayBegin) => new GzipDecoder(mayBegin),
  // HTTP means the zlib format, whose first byte ends in 8; some servers send bare deflate.
  deflate: (firstByte) =>
    new HandDecoder((firstByte & 0x0f) === 8 ? zlib().createInflate(flushing()) : zlib().createInflateRaw(flushing())),
  br: () => new HandDecoder(zlib().createBrotliDecompress()),
  // RFC 9659: no more than 8 MB of window.
  zstd: () => new HandDecoder(zlib().createZstdDecompress({ params: { [zlib().constants.ZSTD_d_windowLogMax]: 23 } })),
}

/**
 * How many frames an answer may have, beside one for each so many bytes that come of them. Each costs a decoder of its own: frames that
 * hold nothing, of nine bytes each, would keep a core busy at the pace of a modem.
 */
const [freeFrames, bytesOfFrame] = [1_000, 64]

/** Whether `decodeBody` can decode it. */
export const isDecodable = (encoding: string): boolean => Object.hasOwn(decoders, encoding)

/** Of the checksum at the end of the zlib format, and of the mark at which a flush ends. */
const checksumBytes = 4

/** Each chunk without its last bytes, then these: Node's decoder throws away what it has decoded of a chunk whose checksum is wrong. */
async function* checksumApart(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    if (chunk.length > checksumBytes) yield chunk.subarray(0, -checksumBytes)
    yield chunk.subarray(-checksumBytes)
  }
}

/** Of what Node's decoders of br and zstd are given at once: of a piece that turns out broken they throw away all that they have decoded. */
const pieceBytes = 2_048

async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body)
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes)
}

/** How the body is cut for the decoder of its encoding, so that a break loses little of what came before it, or nothing. */
const cuts: Readonly<Record<string, (body: AsyncIterable<Uint8Array>) => AsyncIterableIterator<Uint8Array>>> = {
  deflate: checksumApart,
  br: inPieces,
  zstd: inPieces,
}

async function* decode(body: AsyncIterableIterator<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  let decoder: StepDecoder | undefined
  let frames = 0
  let passed = 0
  const mayBegin = (): void => {
    frames += 1
    if (frames > freeFrames + passed / bytesOfFrame) throw new Error('The answer has too many frames.')
  }
  try {
    const first = await body.next()
    // An empty body is empty in every encoding.
    if (first.done === true) return
    const make = decoders[encoding]
    if (make === undefined) throw new Error('This content encoding has no decoder.')
    decoder = make(first.value[0] ?? 0, mayBegin)
    decoder.write(first.value)
    for (let isLast = false; ; ) {
      const part = await decoder.next(isLast)
      if (part === 'whole') {
        // RFC 8878: frames may follow one another. Node's decoder is whole with the first that ends within a chunk.
        const left = encoding === 'zstd' ? decoder.left() : undefined
        if (left === undefined || left.length === 0) return
        mayBegin()
        decoder.destroy()
        decoder = make(0, mayBegin)
        decoder.write(left)
        if (isLast) decoder.end()
        continue
      }
      if (part !== 'hungry') {
        passed += part.length
        yield part
        continue
      }
      // Everything before has been passed on, so a source that breaks here loses nothing.
      const next = await body.next()
      isLast = next.done === true
      if (next.done === true) decoder.end()
      else decoder.write(next.value)
    }
  } finally {
    decoder?.destroy()
    // However the decoding ends, the connection must not stay open.
    await body.return?.()
  }
}

/** The decoded body. Throws if the source breaks off or does not match its encoding. Every ending closes the source. */
export const decodeBody = (
  body: AsyncIterableIterator<Uint8Array>,
  encoding: string,
): AsyncIterableIterator<Uint8Array> => {
  const decoded = decode(cuts[encoding]?.(body) ?? body, encoding)
  return {
    next: () => decoded.next(),
    async return() {
      // A decoder that waits for its source hears of the leaving only through the source.
      await body.return?.()
      decoded.return(undefined).catch(() => {})
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
