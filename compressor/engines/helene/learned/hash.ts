// The hashes by which words choose rows and are found in the list of known words.

/** FNV-1a over the UTF-16 units of `[from, end)`, folded so that the low bits are good. */
export const hash = (text: string, from: number, end: number, seed: number): number => {
  let state = 0x811c9dc5 ^ seed
  for (let at = from; at < end; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  return (state ^ (state >>> 15)) >>> 0
}

/** What the list of known words holds in place of the first `length` units of a word. */
export const fingerprint = (word: string, length: number): number => hash(word, 0, length, 3)
