// Characters of UTF-8, sixty-four bytes at once. AssemblyScript; built by scripts/build-webassembly.ts.

import { bits64 } from './bits'

/** Bit by bit, which of 64 bytes go on with a character. */
export function following64(at: usize): u64 {
  const first: v128 = i8x16.splat(-64)
  return bits64(
    i8x16.lt_s(v128.load(at), first),
    i8x16.lt_s(v128.load(at, 16), first),
    i8x16.lt_s(v128.load(at, 32), first),
    i8x16.lt_s(v128.load(at, 48), first),
  )
}

/** Bit by bit, which of 64 bytes begin a character of two UTF-16 units. */
export function double64(at: usize): u64 {
  const first = i8x16.splat(<i8>0xf0)
  return bits64(
    i8x16.ge_u(v128.load(at), first),
    i8x16.ge_u(v128.load(at, 16), first),
    i8x16.ge_u(v128.load(at, 32), first),
    i8x16.ge_u(v128.load(at, 48), first),
  )
}

/** Whether 64 bytes are ASCII. */
export function isAscii64(at: usize): bool {
  const all = v128.or(v128.or(v128.load(at), v128.load(at, 16)), v128.or(v128.load(at, 32), v128.load(at, 48)))
  return i8x16.bitmask(all) === 0
}
