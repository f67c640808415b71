// A text as far as it is asked for. Of a body that goes on with one that was read before, most is never looked at again.

/** What is read of a text: a string, or a body whose units are its bytes. */
export interface TextSource {
  readonly length: number
  slice(start?: number, end?: number): string
}

/** A body's bytes, each a unit. What stands at or behind `from` is read most. */
export class BodyText implements TextSource {
  readonly #bytes: Buffer
  readonly #from: number
  #behind: string | undefined

  constructor(bytes: Buffer, from = 0) {
    this.#bytes = bytes
    this.#from = from
  }

  get length(): number {
    return this.#bytes.length
  }

  slice(start = 0, end = this.#bytes.length): string {
    if (start < this.#from) return this.#bytes.toString('latin1', start, end)
    const behind = this.#behind ?? this.#bytes.toString('latin1', this.#from)
    this.#behind = behind
    return behind.slice(start - this.#from, end - this.#from)
  }
}
