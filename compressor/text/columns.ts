// Memory for columns of numbers that one text needs, and the next one again: fresh memory is cold, and asking for it costs more
// than most walks through it.

/** Where they begin, in bytes: a multiple of the size of any number. */
const grain = 8

/** Gives columns of zeros. */
export class Columns {
  private readonly memory: ArrayBuffer
  private free = 0

  /** @param bytes that it holds on to; what goes beyond gets memory of its own */
  constructor(bytes = 0) {
    this.memory = new ArrayBuffer(bytes)
  }

  /** Begins a text: all columns that were given before are void. */
  begin(): void {
    this.free = 0
  }

  /** Where there is room for so many bytes; -1 if there is none. */
  private place(bytes: number): number {
    const at = this.free
    if (at + bytes > this.memory.byteLength) return -1
    this.free = (at + bytes + grain - 1) & -grain
    return at
  }

  int32(count: number): Int32Array {
    const at = this.place(4 * count)
    return at < 0 ? new Int32Array(count) : new Int32Array(this.memory, at, count).fill(0)
  }

  int16(count: number): Int16Array {
    const at = this.place(2 * count)
    return at < 0 ? new Int16Array(count) : new Int16Array(this.memory, at, count).fill(0)
  }

  uint16(count: number): Uint16Array {
    const at = this.place(2 * count)
    return at < 0 ? new Uint16Array(count) : new Uint16Array(this.memory, at, count).fill(0)
  }

  uint8(count: number): Uint8Array {
    const at = this.place(count)
    return at < 0 ? new Uint8Array(count) : new Uint8Array(this.memory, at, count).fill(0)
  }
}
