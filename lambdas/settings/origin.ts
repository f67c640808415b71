// An origin as a setting: scheme, host and port, and nothing behind them.

import * as z from 'zod/mini'

export const origin = z
  .string()
  .check(
    z.refine(
      (text) => URL.canParse(text) && new URL(text).origin === text,
      'must be an origin such as https://example.com or http://127.0.0.1:9000',
    ),
  )
