// Bytes that are copied, and those of one character. AssemblyScript; built by scripts/build-webassembly.ts.

/** Writes a character; where it ends. */
export function write(character: u32, to: usize): usize {
  if (character < 0x80) {
    store<u8>(to, <u8>character)
    return to + 1
  }
  if (character < 0x800) {
    store<u8>(to, <u8>(0xc0 | (character >> 6)))
    store<u8>(to, <u8>(0x80 | (character & 0x3f)), 1)
    return to + 2
  }
  if (character < 0x10000) {
    store<u8>(to, <u8>(0xe0 | (character >> 12)))
    store<u8>(to, <u8>(0x80 | ((character >> 6) & 0x3f)), 1)
    store<u8>(to, <u8>(0x80 | (character & 0x3f)), 2)
    return to + 3
  }
  store<u8>(to, <u8>(0xf0 | (character >> 18)))
  store<u8>(to, <u8>(0x80 | ((character >> 12) & 0x3f)), 1)
  store<u8>(to, <u8>(0x80 | ((character >> 6) & 0x3f)), 2)
  store<u8>(to, <u8>(0x80 | (character & 0x3f)), 3)
  return to + 4
}

/** Copies bytes forwards, up to 15 more than are asked for. */
export function copy(to: usize, from: usize, length: usize): void {
  if (length > 256) memory.copy(to, from, length)
  else for (let at: usize = 0; at < length; at += 16) v128.store(to + at, v128.load(from + at))
}
