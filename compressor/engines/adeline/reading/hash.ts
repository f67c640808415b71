// 32-bit hashes of slices, to recognise equal text and never for secrets. Integer arithmetic, the same on every machine.

/** Hash of `[start, end)` of the text (FNV-1a over UTF-16 units), as a signed 32-bit integer. */
export const hashRange = (text: string, start: number, end: number): number => {
  let hash = 0x811c9dc5 | 0
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

/** One hash made of two; their order matters. */
export const mixHash = (first: number, second: number): number => {
  const mixed = Math.imul(first ^ (first >>> 15), 0x2c1b3c6d) ^ Math.imul(second + 0x7f4a7c15, 0x297a2d39)
  return Math.imul(mixed ^ (mixed >>> 12), 0x2c1b3c6d) | 0
}
