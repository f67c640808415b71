// Sixty-four bytes judged at once. AssemblyScript; built by scripts/build-webassembly.ts.

/** Bit by bit, which of 64 bytes are marked: lanes of ones or zeros, sixteen each. */
export function bits64(first: v128, second: v128, third: v128, fourth: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(first)) |
    ((<u64>(<u32>i8x16.bitmask(second))) << 16) |
    ((<u64>(<u32>i8x16.bitmask(third))) << 32) |
    ((<u64>(<u32>i8x16.bitmask(fourth))) << 48)
  )
}

/** Each bit becomes whether the bits up to it are odd in number. */
export function odd64(bits: u64): u64 {
  let odd = bits
  odd ^= odd << 1
  odd ^= odd << 2
  odd ^= odd << 4
  odd ^= odd << 8
  odd ^= odd << 16
  return odd ^ (odd << 32)
}
