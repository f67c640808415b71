// The UTF-16 units of a text in UTF-8. AssemblyScript; built by scripts/build-webassembly.ts. What is read may reach 16 bytes behind
// its end, what is written 32. All addresses are the caller's business.

/** How many bytes of a character follow the first one, by that. */
function following(first: u32): u32 {
  return first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3
}

/** Writes the units of a valid text from `out` on. */
export function widen(text: usize, length: i32, out: usize): void {
  const end = text + <usize>length
  let at = text
  let to = out
  while (at < end) {
    const bytes = v128.load(at)
    v128.store(to, i16x8.extend_low_i8x16_u(bytes))
    v128.store(to, i16x8.extend_high_i8x16_u(bytes), 16)
    const others = i8x16.bitmask(bytes)
    if (others === 0) {
      at += 16
      to += 32
      continue
    }
    const run = ctz(others)
    at += <usize>run
    to += (<usize>run) << 1
    if (at >= end) continue
    const first = <u32>load<u8>(at)
    const more = following(first)
    let character = first & (0x3f >> more)
    for (let byte: u32 = 1; byte <= more; byte++) character = (character << 6) | (<u32>load<u8>(at + byte) & 0x3f)
    at += more + 1
    if (character > 0xffff) {
      store<u16>(to, <u16>(0xd800 + ((character - 0x10000) >> 10)))
      to += 2
      character = 0xdc00 | (character & 0x3ff)
    }
    store<u16>(to, <u16>character)
    to += 2
  }
}
