// The bytes of a record: numbers of any length, and text.

/** More than a record may take. */
const maxScratch = 524_288

/** Where all writers write, one after the other: to allocate it for each takes longer than to write a record. */
let scratch = Buffer.alloc(4_096)

/** Numbers as bytes, seven bits in each. To be finished before the next one is begun. */
export class Writer {
  #bytes = scratch
  #length = 0
  number(value: number): void {
    this.#makeRoom(8)
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#append((rest % 0x80) + 0x80)
    this.#append(rest)
  }
  /** Its length in bytes, and its bytes. */
  text(text: string): void {
    const length = Buffer.byteLength(text)
    this.number(length)
    this.#makeRoom(length)
    this.#length += this.#bytes.write(text, this.#length)
  }
  /** What was written, as a copy. */
  finish(): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(0, this.#length))
  }
  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#bytes.length) return
    const larger = Buffer.alloc(Math.max(needed, this.#bytes.length * 2))
    larger.set(this.#bytes)
    this.#bytes = larger
    if (larger.length <= maxScratch) scratch = larger
  }
  #append(byte: number): void {
    this.#bytes[this.#length] = byte
    this.#length += 1
  }
}

/** Reads what a `Writer` wrote. Throws where it ends too early. */
export class Reader {
  readonly #bytes: Uint8Array
  #at = 0
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }
  get left(): number {
    return this.#bytes.length - this.#at
  }
  text(length: number): string {
    const from = this.#at
    this.#at = from + length
    return Buffer.from(this.#bytes.subarray(from, this.#at)).toString('utf8')
  }
  number(): number {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.#bytes[this.#at]
      if (byte === undefined || scale > 0x80 ** 6) throw new Error('the record of a chain is cut off')
      this.#at += 1
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }
}
