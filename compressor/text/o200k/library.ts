// The library's own encoding, made only where its faults count: it reads a byte-order mark as white space, and loses it.

import { BytePairEncodingCore } from 'gpt-tokenizer/BytePairEncodingCore'
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'

let core: BytePairEncodingCore | undefined

/** The tokens of a text, special ones as the plain text they are. The first call takes a tenth of a second. */
export const encodeByLibrary = (text: string): number[] => {
  core ??= new BytePairEncodingCore({
    bytePairRankDecoder: tokens,
    tokenSplitRegex: O200K_TOKEN_SPLIT_REGEX,
    mergeCacheSize: 0,
  })
  return core.encodeNative(text)
}
