// Bytes that break careless relays.

/** Header bytes above 127, as Latin-1 text: `Grüße` in Latin-1, and `Grüße` in UTF-8. */
export const latinValue = Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]).toString('latin1')
export const utf8Value = Buffer.from('Grüße').toString('latin1')

/** Repeated, renamed on some platforms, of one connection, in several encodings. The body they stand above is `{}`. */
export const oddHeaders: readonly string[] = [
  ...['Content-Type', 'application/json', 'Content-Length', '2', 'X-Twice', 'a', 'X-Twice', 'b'],
  ...['Set-Cookie', 'a=1; Path=/', 'Set-Cookie', 'b=2', 'Retry-After', '7', 'Request-Id', 'req_1'],
  ...['WWW-Authenticate', 'Bearer realm="stub"', 'Location', 'https://elsewhere.example/'],
  ...['Date', 'Tue, 01 Jan 2030 00:00:00 GMT', 'Server', 'upstream/1', 'X-Should-Retry', 'false'],
  ...['X-Ratelimit-Remaining', '9', 'Anthropic-Ratelimit-Unified-Status', 'rejected'],
  ...['X-Latin', latinValue, 'X-Utf8', utf8Value, 'Keep-Alive', 'timeout=9'],
]

/** Both line ends, comments, characters of two to four bytes, separators of other standards, a NUL, and no end. */
const oddEvents = [
  'event: message_start\r\ndata: {"type":"message_start"}\r\n\r\n',
  ': comment\n\n',
  ': another\r\n\r\n',
  'event: content_block_delta\ndata: {"delta":{"text":"Grüße aus 漢字 😀 \u2028\ufeff"}}\n\n',
  'data: [DONE]',
  '\n\n',
  '\0event: unfinished\ndata: {"type":',
].join('')

/** An event stream with everything that a relay could be tempted to tidy up, so many times over. */
export const oddStream = (times = 1): Buffer => Buffer.from(oddEvents.repeat(times))
