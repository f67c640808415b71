// First pass of the strict reader of JSON over UTF-8 bytes, sixteen at a time: where strings begin and end.
// AssemblyScript; built by scripts/build-webassembly.ts. All addresses are the caller's business.

import { odd64 } from './bits'
import {
  areEscapes,
  beginEscapes,
  beginJudging,
  control64,
  equal64,
  escaped64,
  foundColours,
  foundOthers,
  starting64,
} from './escapes'

const quote: u8 = 0x22
const backslash: u8 = 0x5c

/**
 * Notes a bit for every quote that opens or ends a string (8 bytes for 64). The text ends with 64 spaces. `from`: where to begin,
 * in no string, with spaces before it in its block. Returns 0 when a string is not valid, otherwise 1, and 2 more where one has the
 * escape character, and 4 more where one may not be spelled plainly.
 */
export function strings(text: usize, length: i32, quotes: usize, from: i32): i32 {
  const quoteLanes = i8x16.splat(quote)
  const backslashLanes = i8x16.splat(backslash)
  let inString: u64 = 0
  const blocks = (length + 63) >> 6
  beginEscapes()
  beginJudging()
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
  if (inString !== 0) return 0
  return 1 | (foundColours() ? 2 : 0) | (foundOthers() ? 4 : 0)
}
