// A text as far as it is asked for. Most of a body is never looked at but in its bytes.

/** What is read of a text: a string, or a body whose units are its bytes. */
export interface TextSource {
  readonly length: number
  slice(start?: number, end?: number): string
}

/** A body's bytes, each a unit. */
export class BodyText implements TextSource {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get length(): number {
    return this.#bytes.length
  }

  slice(start = 0, end = this.#bytes.length): string {
    return this.#bytes.toString('latin1', start, end)
  }
}
