// What the checks and the stub upstream agree on: the keys that mean something, the bytes of its odd answers, the form of
// its echo. The stub is told what to do in the header `x-verify`, which the service forwards like any other.

import * as z from 'zod'

/** Stands in everything that the checks send: whoever looks for it in logs and tables must not find it. */
export const canary = 'verify-canary-5e1f'

/** The provider's key in requests to the stub. */
export const stubKey = `sk-${canary}`

/** A key that no provider has given out: the answer to it costs nothing and has the provider's own form. */
export const madeUpKey = `sk-made-up-${canary}`

/** Header bytes above 127, as Latin-1 text: `Grüße` in Latin-1, and `Grüße` in UTF-8. */
export const latinValue = Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]).toString('latin1')
export const utf8Value = Buffer.from('Grüße').toString('latin1')

/** An event stream with everything that a relay could be tempted to tidy up. */
export const oddStream = Buffer.from(
  [
    'event: message_start\r\ndata: {"type":"message_start"}\r\n\r\n',
    ': comment\n\n',
    'data: 漢字 😀 \ufeff\n\n',
    'data: [DONE]',
    '\n\n',
    '\0',
  ].join(''),
)

/** Bytes of an answer larger than what the platform sends without a limit of its rate. */
export const largeAnswerBytes = 8_000_000

/** What the stub has received. Values of headers and the body are bytes: Latin-1 text, and a digest. */
export const echo = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  bytes: z.number(),
  sha256: z.string(),
})
export type Echo = z.infer<typeof echo>

/** The answers of the stub say in this header what reached it: `<bytes> <SHA-256 of the body>`. */
export const receivedHeader = 'x-verify-received'
