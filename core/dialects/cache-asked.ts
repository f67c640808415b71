// What a body asks its provider to cache. The three dialects share one reading: gateways take each other's members.

import { kindOf, nextOf, onlyMember, reads } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { Spelling } from '../transcript/transcript.ts'

/** Of a message or a block: cached up to here. */
export const cacheMarker = 'cache_control'

const [marker, retention] = [`"${cacheMarker}"`, '"prompt_cache_retention"']

/** See `Spelling.cacheAsked`. */
export const cacheAsked = (tape: JsonTape): ReturnType<Spelling['cacheAsked']> => {
  let asked: ReturnType<Spelling['cacheAsked']> = 'nothing'
  for (let key = 0; key < tape.length; key += 1) {
    if (kindOf(tape, key) !== JsonKind.Key) continue
    if (reads(tape, key, marker)) {
      const time = onlyMember(tape, key + 1, 'ttl')
      if (time !== undefined && reads(tape, time, '"1h"')) return 'long'
      asked = 'short'
      // What stands in a marker marks nothing.
      key = nextOf(tape, key + 1) - 1
    } else if (reads(tape, key, retention) && reads(tape, key + 1, '"24h"')) return 'long'
  }
  return asked
}
