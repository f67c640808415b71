// Bytes that are kept of what passes by, in one block. Strings would take many times their length where pieces are small, and keep
// the pieces alive of which they were cut. Large blocks are bounded over all who share `shared`; what finds no room is lost.

import type { BytesShare, SharedBytes } from './shared-bytes.ts'

/** Free to everyone, and never lost: what is large takes no room from what is small. */
const freeBytes = 65_536
/** What a block begins with. It doubles, so that a byte is copied twice at most. */
const firstBytes = 1_024

/** The buffer at another length. The oldest Node of the command line cannot hand its memory on, and copies. */
const moved = (buffer: ArrayBuffer, length: number): ArrayBuffer => {
  if (typeof buffer.transfer === 'function') return buffer.transfer(length)
  const copy = new ArrayBuffer(length)
  new Uint8Array(copy).set(new Uint8Array(buffer, 0, Math.min(length, buffer.byteLength)))
  return copy
}

/** What all hold until they are given something: a block of no bytes takes as long to make as another. */
const nothing: Buffer<ArrayBuffer> = Buffer.from(new ArrayBuffer(0))

export class HeldBytes {
  readonly #shared: SharedBytes
  readonly #mostBytes: number
  #block = nothing
  #length = 0
  #isLost = false
  #share: BytesShare | undefined

  /** `mostBytes`: what needs more than this is lost. */
  constructor(shared: SharedBytes, mostBytes: number) {
    this.#shared = shared
    this.#mostBytes = mostBytes
  }

  get length(): number {
    return this.#length
  }

  /** Whether something was not kept since the last `clear`. Nothing is held then. */
  get isLost(): boolean {
    return this.#isLost
  }

  add(bytes: Uint8Array): void {
    const length = this.#length + bytes.length
    if (length > this.#block.length) this.#makeRoom(length)
    if (this.#isLost) return
    this.#block.set(bytes, this.#length)
    this.#length = length
  }

  /** No copy: good until the next change. */
  bytes(): Buffer {
    return this.#block.subarray(0, this.#length)
  }

  /** Starts over. Only a small block is kept for that. */
  clear(): void {
    if (this.#share !== undefined) this.#giveBack()
    this.#length = 0
    this.#isLost = false
  }

  /** Gives everything back. Whatever is added is lost until the next `clear`. */
  drop(): void {
    this.#giveBack()
    this.#length = 0
    this.#isLost = true
  }

  #makeRoom(length: number): void {
    if (length > this.#mostBytes) this.drop()
    if (this.#isLost) return
    const room = Math.min(this.#mostBytes, Math.max(firstBytes, 2 ** Math.ceil(Math.log2(length))))
    if (room > freeBytes) {
      this.#share ??= this.#shared.begin(() => this.drop())
      this.#share.grow(room - Math.max(freeBytes, this.#block.length))
    }
    if (this.#isLost) return
    this.#block = Buffer.from(this.#block === nothing ? new ArrayBuffer(room) : moved(this.#block.buffer, room))
  }

  /** At once: the collector comes late for what is outside its heap. */
  #giveBack(): void {
    this.#share?.end()
    this.#share = undefined
    if (this.#block !== nothing) moved(this.#block.buffer, 0)
    this.#block = nothing
  }
}
