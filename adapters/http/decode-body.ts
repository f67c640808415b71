// Takes the content encoding off an answer that came with one although `identity` was asked for: chunk by chunk, never
// waiting for the end, so that what the upstream flushed is relayed at once. Without stream plumbing, because a pipeline throws
// away what it holds when its source breaks: the client is owed every byte that came before the break.

import type { Transform } from 'node:stream'
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

/** Whether `decodeBody` can undo it. */
export const isDecodable = (encoding: string): boolean => Object.hasOwn(decoders, encoding)

/** A decoder that is fed and read by hand. */
class HandDecoder {
  readonly #transform: Transform
  #wake = (): void => {}
  #taken = true
  #ended = false
  #failure: { readonly reason: unknown } | undefined

  constructor(transform: Transform) {
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
    this.#taken = false
    this.#transform.write(chunk, () => {
      this.#taken = true
      this.#wake()
    })
  }

  end(): void {
    this.#transform.end()
  }

  destroy(): void {
    this.#transform.destroy()
  }

  /** The next decoded part; `hungry` when all that was written is decoded and read; `whole` at the end. Throws what the decoder throws. */
  async next(isLast: boolean): Promise<Uint8Array | 'hungry' | 'whole'> {
    for (;;) {
      const part: Uint8Array | null = this.#transform.read()
      if (part !== null) return part
      if (this.#failure !== undefined) throw this.#failure.reason
      if (this.#ended) return 'whole'
      if (this.#taken && !isLast) return 'hungry'
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

async function* decode(body: AsyncIterableIterator<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  let decoder: HandDecoder | undefined
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
      if (part === 'whole') return
      if (part !== 'hungry') {
        yield part
        continue
      }
      // Everything that came before has been handed on: a source that breaks here takes nothing with it.
      const next = await body.next()
      isLast = next.done === true
      if (next.done === true) decoder.end()
      else decoder.write(next.value)
    }
  } finally {
    decoder?.destroy()
    // Whatever ended the decoding, the connection must not stay open behind it.
    await body.return?.()
  }
}

/** The decoded body. Throws when the source breaks off, or is not what its encoding says. Every ending closes the source. */
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
