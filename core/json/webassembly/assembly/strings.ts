// First pass of the strict reader of JSON over UTF-8 bytes, sixteen at a time: where strings begin and end.
// AssemblyScript; built by scripts/build-webassembly.ts. All addresses are the caller's business.

import { odd64 } from './bits'
import {
  areEscapes,
  beginColours,
  beginEscapes,
  control64,
  equal64,
  escaped64,
  foundColours,
  starting64,
} from './escapes'

const quote: u8 = 0x22
const backslash: u8 = 0x5c

/**
 * Notes a bit for every quote that opens or ends a string (8 bytes for 64). The text ends with 64 spaces. `from`: where to begin,
 * in no string, with spaces before it in its block. Returns 0 when a string is not valid, otherwise 1, or 2 where one has the
 * escape character.
 */
export function strings(text: usize, length: i32, quotes: usize, from: i32): i32 {
  const quoteLanes = i8x16.splat(quote)
  const backslashLanes = i8x16.splat(backslash)
  let inString: u64 = 0
  const blocks = (length + 63) >> 6
  beginEscapes()
  beginColours()
  for (let block = from >> 6; block < blocks; block++) {
    const at = text + ((<usize>block) << 6)
    const escaped = escaped64(equal64(at, backslashLanes))
    const bounds = equal64(at, quoteLanes) & ~escaped
    // Where so many bounds stand before a byte that they are odd in number.
    const within = odd64(bounds) ^ inString
    inString = <u64>(<i64>within >> 63)
    if ((control64(at) & within) !== 0) return 0
    store<u64>(quotes + ((<usize>block) << 3), bounds)
    const begun = starting64() & within
    if (begun !== 0 && !areEscapes(at, begun)) return 0
  }
  return inString !== 0 ? 0 : foundColours() ? 2 : 1
}
