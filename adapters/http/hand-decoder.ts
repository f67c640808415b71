// A decoder of Node's that is written to and read step by step.

import type { Transform } from 'node:stream'

/** One of Node's; `bytesWritten`: what it has taken of its input. */
type NodeDecoder = Transform & { readonly bytesWritten: number }

/** What is written to and read step by step. */
export interface StepDecoder {
  /** One chunk at a time, once what was written before is decoded and read. */
  write(chunk: Uint8Array): void
  /** Nothing more is written. */
  end(): void
  /** The next decoded part; `hungry` if everything written is decoded and read; `whole` at the end. Throws the decoder's errors. */
  next(isLast: boolean): Promise<Uint8Array | 'hungry' | 'whole'>
  /** What it has not taken of its last chunk, once it is whole. */
  left(): Uint8Array
  destroy(): void
}

/** Steps through one of Node's decoders. */
export class HandDecoder implements StepDecoder {
  readonly #transform: NodeDecoder
  /** Its last chunk, and what was written before that. */
  #chunk: Uint8Array = new Uint8Array()
  #before = 0
  #wake = (): void => {}
  #taken = true
  #ended = false
  #failure: { readonly reason: unknown } | undefined

  constructor(transform: NodeDecoder) {
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

  left(): Uint8Array {
    return this.#chunk.subarray(this.#transform.bytesWritten - this.#before)
  }

  destroy(): void {
    this.#transform.destroy()
  }

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
