// UTF-16 to UTF-8, one number for each byte. A lone surrogate becomes the replacement character, as everywhere.

/** The code point at `at`, which never reaches across `end`; of a lone surrogate, U+FFFD. */
export const codePointAt = (units: ArrayLike<number>, at: number, end: number): number => {
  const unit = units[at] ?? 0
  if (unit < 0xd800 || unit > 0xdfff) return unit
  const next = at + 1 < end ? (units[at + 1] ?? 0) : 0
  if (unit > 0xdbff || next < 0xdc00 || next > 0xdfff) return 0xfffd
  return ((unit - 0xd800) << 10) + (next - 0xdc00) + 0x10000
}

/** Writes the bytes of the units `[from, end)` and returns how many they are: at most three for each unit. */
export const encodeUtf8 = (units: Uint16Array, from: number, end: number, bytes: Uint16Array): number => {
  let length = 0
  for (let at = from; at < end; at += 1) {
    const point = codePointAt(units, at, end)
    if (point < 0x80) bytes[length++] = point
    else {
      if (point < 0x800) bytes[length++] = 0xc0 | (point >> 6)
      else {
        if (point < 0x10000) bytes[length++] = 0xe0 | (point >> 12)
        else {
          bytes[length++] = 0xf0 | (point >> 18)
          bytes[length++] = 0x80 | ((point >> 12) & 0x3f)
          at += 1
        }
        bytes[length++] = 0x80 | ((point >> 6) & 0x3f)
      }
      bytes[length++] = 0x80 | (point & 0x3f)
    }
  }
  return length
}
