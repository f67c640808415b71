// Decodes an answer that came with a content encoding although `identity` was requested. Works chunk by chunk and never
// waits for the end, so that what the upstream flushes passes at once. Uses no stream pipeline, because a pipeline discards
// what it holds when its source breaks, and the client is owed every byte before the break.

import type { Transform } from 'node:stream'

/** One of Node's; `bytesWritten`: what it has taken of its input. */
type Decoder = Transform & { readonly bytesWritten: number }

/** Loaded with the first answer that is encoded: few are. */
const zlib = () => process.getBuiltinModule('node:zlib')
const flushing = () => ({ flush: zlib().constants.Z_SYNC_FLUSH })

/** The decoder of each encoding, given the first byte of the body. */
const decoders: Readonly<Record<string, (firstByte: number) => Decoder>> = {
  gzip: () => zlib().createGunzip(flushing()),
  'x-gzip': () => zlib().createGunzip(flushing()),
  // HTTP means the zlib format, whose first byte ends in 8; some servers send bare deflate.
  deflate: (firstByte) =>
    (firstByte & 0x0f) === 8 ? zlib().createInflate(flushing()) : zlib().createInflateRaw(flushing()),
  br: () => zlib().createBrotliDecompress(),
  // RFC 9659: no more than 8 MB of window.
  zstd: () => zlib().createZstdDecompress({ params: { [zlib().constants.ZSTD_d_windowLogMax]: 23 } }),
}

/**
 * How many frames an answer may have, beside one for each so many bytes that come of them. Each costs a decoder of its own: frames that
 * hold nothing, of nine bytes each, would keep a core busy at the pace of a modem.
 */
const [freeFrames, bytesOfFrame] = [1_000, 64]

/** Whether `decodeBody` can decode it. */
export const isDecodable = (encoding: string): boolean => Object.hasOwn(decoders, encoding)

/** A decoder that is written to and read step by step. */
class HandDecoder {
  readonly #transform: Decoder
  /** Its last chunk, and what was written before that. */
  #chunk: Uint8Array = new Uint8Array()
  #before = 0
  #wake = (): void => {}
  #taken = true
  #ended = false
  #failure: { readonly reason: unknown } | undefined

  constructor(transform: Decoder) {
    this.#transform = transform
    transform.on('readable', () => this.#wake())
    transform.on('end', () => {
      this.#ended = true
      this.#wake()
    })
    transform.on('error', (reason) => {
      this.#failure = { reason }
      this.#wake()
    })
  }

  write(chunk: Uint8Array): void {
    this.#before += this.#chunk.length
    this.#chunk = chunk
    this.#taken = false
    this.#transform.write(chunk, () => {
      this.#taken = true
      this.#wake()
    })
  }

  end(): void {
    this.#transform.end()
  }

  /** What it has not taken of its last chunk, once it is whole. */
  left(): Uint8Array {
    return this.#chunk.subarray(this.#transform.bytesWritten - this.#before)
  }

  destroy(): void {
    this.#transform.destroy()
  }

  /**
   * The next decoded part; `hungry` if everything written is decoded and read; `whole` at the end. Throws the decoder's
   * errors.
   */
  async next(isLast: boolean): Promise<Uint8Array | 'hungry' | 'whole'> {
    for (let isSettled = false; ; ) {
      const part: Uint8Array | null = this.#transform.read()
      if (part !== null) return part
      if (this.#failure !== undefined) throw this.#failure.reason
      if (this.#ended) return 'whole'
      if (this.#taken && !isLast) {
        if (isSettled) return 'hungry'
        // Whether it has come to its end is told a moment later, and what is written behind that is lost.
        isSettled = true
        await new Promise(setImmediate)
        continue
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

async function* decode(body: AsyncIterableIterator<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  let decoder: HandDecoder | undefined
  let frames = 0
  let passed = 0
  try {
    const first = await body.next()
    // An empty body is empty in every encoding.
    if (first.done === true) return
    const make = decoders[encoding]
    if (make === undefined) throw new Error('This content encoding has no decoder.')
    decoder = new HandDecoder(make(first.value[0] ?? 0))
    decoder.write(first.value)
    for (let isLast = false; ; ) {
      const part = await decoder.next(isLast)
      if (part === 'whole') {
        // RFC 8878: frames may follow one another. Node's decoder is whole with the first that ends within a chunk.
        const left = encoding === 'zstd' ? decoder.left() : undefined
        if (left === undefined || left.length === 0) return
        frames += 1
        if (frames > freeFrames + passed / bytesOfFrame) throw new Error('The answer has too many frames.')
        decoder.destroy()
        decoder = new HandDecoder(make(0))
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
  const decoded = decode(body, encoding)
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
