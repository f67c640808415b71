// What a text of a conversation is known by, wherever it stands.

import { createHmac } from 'node:crypto'
import { chainKeyOf } from './chain-key.ts'

/** 48 bits of a digest. */
export type TextDigest = (text: string) => number

/** Of an account with this secret. */
export const textDigestOf =
  (secret: string): TextDigest =>
  (text) =>
    createHmac('sha256', chainKeyOf(secret))
      .update('text')
      // Half the bytes, where UTF-8 tells all texts apart: lone halves of characters would all be one.
      .update(text, text.isWellFormed() ? 'utf8' : 'utf16le')
      .digest()
      .readUIntBE(0, 6)
