// A text with its UTF-16 units as numbers, which are read several times faster than from the string.

export interface Source {
  readonly text: string
  readonly units: Uint16Array
}

export const sourceOf = (text: string): Source => {
  const units = new Uint16Array(text.length)
  Buffer.from(units.buffer).write(text, 'utf16le')
  return { text, units }
}
