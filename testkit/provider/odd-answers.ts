// Answers that providers give when something is wrong, in every encoding, with headers that clients act on.

import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'

export interface OddAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As they travel. */
  readonly bytes: Buffer
  /** What a client reads. */
  readonly decoded: Buffer
}

const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  zstd: zstdCompressSync,
}
/** In what words and with what headers providers refuse; the rest of the statuses below come with a page or nothing. */
const wordsOf: ReadonlyMap<number, string> = new Map([
  [400, '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 漢字 \\u0000 😀"}}'],
  [401, '{"error":{"message":"Incorrect API key","code":"invalid_api_key"}}\r\n'],
  [403, '<!doctype html><title>Forbidden</title>'],
  [429, '{"type":"error","error":{"type":"rate_limit_error","message":"later"}}'],
  [529, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
])
const statuses = [400, 401, 403, 404, 413, 429, 500, 503, 529]
const acted = {
  'retry-after': '287441',
  'x-should-retry': 'false',
  'anthropic-ratelimit-unified-status': 'rejected',
  'request-id': 'req_odd',
}

const failures = statuses.flatMap((status) =>
  Object.entries(encoders).map(([encoding, encode]): [string, OddAnswer] => {
    const decoded = Buffer.from(wordsOf.get(status) ?? '')
    const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    const headers = { 'content-type': 'application/json', ...acted, ...encoded }
    return [`${status}-${encoding}`, { status, headers, bytes: encode(decoded), decoded }]
  }),
)

const errorEvent = Buffer.from(
  'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":30}}}\n\n' +
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
)
const eventStream = { 'content-type': 'text/event-stream' }

/** By name: `STATUS-ENCODING`; `error-event` under a 200. */
export const oddAnswers: ReadonlyMap<string, OddAnswer> = new Map([
  ...failures,
  ['error-event', { status: 200, headers: eventStream, bytes: errorEvent, decoded: errorEvent }],
])
