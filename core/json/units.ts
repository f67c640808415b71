// A text's characters as numbers: reading them there is several times faster than asking the string for each.

/** UTF-16 units of a text, or bytes of a body. */
export type Units = Uint16Array | Uint8Array

/** Longer texts get memory of their own. */
const sharedLimit = 1 << 22

/**
 * Gives the UTF-16 code units of texts, each good until it is asked for the next: fresh memory costs more than the walk
 * through it, so the texts share theirs.
 */
export const unitsReader = (): ((text: string) => Uint16Array) => {
  let shared = new Uint16Array(0)
  return (text) => {
    if (text.length > sharedLimit) return read(new Uint16Array(text.length), text)
    if (text.length > shared.length) shared = new Uint16Array(Math.min(2 * text.length, sharedLimit))
    return read(shared.subarray(0, text.length), text)
  }
}

const read = (units: Uint16Array, text: string): Uint16Array => {
  Buffer.from(units.buffer, 0, 2 * text.length).write(text, 'utf16le')
  return units
}
