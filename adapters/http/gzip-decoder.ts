// Decodes gzip (RFC 1952) member by member. Node's own decoder throws away what it has decoded of a chunk that ends in something
// else than gzip, and the client is owed every byte before that.

import { HandDecoder, type StepDecoder } from './hand-decoder.ts'

const zlib = () => process.getBuiltinModule('node:zlib')

const [fixedHead, trailer] = [10, 8]
/** A name without an end would be held without an end. An extra field has 65,535 bytes at most. */
const mostHead = 80_000
const [hasChecksum, hasExtra, hasName, hasComment, reserved] = [0x02, 0x04, 0x08, 0x10, 0xe0]

/** The bytes of the head that a member begins with; nothing while it has not all come. Throws if these are no head of gzip. */
const headLength = (bytes: Buffer): number | undefined => {
  const known = [0x1f, 0x8b, 0x08]
  if (known.some((byte, index) => index < bytes.length && bytes[index] !== byte))
    throw new Error('The answer is no gzip.')
  if (bytes.length < fixedHead) return undefined
  const flags = bytes[3] ?? 0
  if ((flags & reserved) !== 0) throw new Error('The head of the gzip has flags that nobody knows.')
  let at = fixedHead
  if ((flags & hasExtra) !== 0) at += 2 + (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0)
  for (const named of [hasName, hasComment]) {
    if ((flags & named) === 0) continue
    const end = at <= bytes.length ? bytes.indexOf(0, at) : -1
    if (end < 0) return undefined
    at = end + 1
  }
  if ((flags & hasChecksum) !== 0) at += 2
  return at <= bytes.length ? at : undefined
}

/** `mayBegin`: throws if no further member may. */
export class GzipDecoder implements StepDecoder {
  readonly #mayBegin: () => void
  #member: HandDecoder | undefined
  /** What no member has taken yet: of a head, or of a trailer. */
  #held: Buffer = Buffer.alloc(0)
  #isInTrailer = false
  #members = 0
  #checksum = 0
  #size = 0

  constructor(mayBegin: () => void) {
    this.#mayBegin = mayBegin
  }

  write(chunk: Uint8Array): void {
    if (this.#member !== undefined) this.#member.write(chunk)
    else this.#held = Buffer.concat([this.#held, chunk])
  }

  end(): void {
    this.#member?.end()
  }

  left(): Uint8Array {
    return new Uint8Array()
  }

  destroy(): void {
    this.#member?.destroy()
  }

  async next(isLast: boolean): Promise<Uint8Array | 'hungry' | 'whole'> {
    for (;;) {
      if (this.#member !== undefined) {
        const part = await this.#member.next(isLast)
        if (part === 'hungry') return part
        if (part !== 'whole') return this.#counted(part)
        this.#held = Buffer.from(this.#member.left())
        this.#member.destroy()
        this.#member = undefined
        this.#isInTrailer = true
      }
      if (this.#isInTrailer && !this.#endMember()) return hungryUnless(isLast)
      // Behind a member, nothing may follow, another one, or zeros, which fill up what was kept in blocks.
      if (this.#members > 0 && this.#held.length === 0) return isLast ? 'whole' : 'hungry'
      if (this.#members > 0 && this.#held[0] === 0) return 'whole'
      if (!this.#beginMember(isLast)) return hungryUnless(isLast)
    }
  }

  #counted(part: Uint8Array): Uint8Array {
    this.#checksum = zlib().crc32(part, this.#checksum)
    this.#size = (this.#size + part.length) >>> 0
    return part
  }

  #beginMember(isLast: boolean): boolean {
    const length = headLength(this.#held)
    if (length === undefined) {
      if (this.#held.length > mostHead) throw new Error('The head of the gzip is too long.')
      return false
    }
    if (this.#members > 0) this.#mayBegin()
    this.#member = new HandDecoder(zlib().createInflateRaw({ flush: zlib().constants.Z_SYNC_FLUSH }))
    if (this.#held.length > length) this.#member.write(this.#held.subarray(length))
    if (isLast) this.#member.end()
    this.#held = Buffer.alloc(0)
    return true
  }

  /** Whether the trailer has all come. Throws if it tells of something else than what was decoded. */
  #endMember(): boolean {
    if (this.#held.length < trailer) return false
    if (this.#held.readUInt32LE(0) !== this.#checksum || this.#held.readUInt32LE(4) !== this.#size)
      throw new Error('The answer does not match the checksum of its gzip.')
    this.#held = this.#held.subarray(trailer)
    this.#isInTrailer = false
    this.#members += 1
    this.#checksum = 0
    this.#size = 0
    return true
  }
}

const hungryUnless = (isLast: boolean): 'hungry' => {
  if (isLast) throw new Error('The gzip breaks off.')
  return 'hungry'
}
