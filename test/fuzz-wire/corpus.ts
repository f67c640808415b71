// Odd spellings of HTTP and of event streams that published suites try on servers and proxies, written down as data of our own:
// the subject is theirs, no text was taken over. `of`: the suite and the file in it.

import type { Random } from '../../testkit/random.ts'

export interface OddPart {
  readonly text: string
  readonly of: string
}

/** One of them. */
export const pickOf = (parts: readonly OddPart[], random: Random): string =>
  parts[random.below(parts.length)]?.text ?? ''

const from = (of: string, ...texts: readonly string[]): readonly OddPart[] => texts.map((text) => ({ text, of }))

/** Header lines of a request that frame its body; LENGTH stands for the true one. */
export const requestFramings: readonly OddPart[] = [
  ...from('nodejs/llhttp test/request/content-length.md', 'content-length: LENGTH', 'Content-Length:LENGTH'),
  ...from('nodejs/llhttp test/request/content-length.md', 'content-length: +LENGTH', 'content-length: LENGTH, LENGTH'),
  ...from('nodejs/llhttp test/request/content-length.md', 'content-length : LENGTH', 'content-length: 0xLENGTH'),
  ...from('nodejs/llhttp test/request/content-length.md', 'content-length: LENGTH\r\ncontent-length: LENGTH'),
  ...from('nodejs/llhttp test/request/content-length.md', 'content-length: LENGTH\r\ncontent-length: 1'),
  ...from(
    'nodejs/llhttp test/request/transfer-encoding.md',
    'transfer-encoding: chunked',
    'transfer-encoding: CHUNKED',
  ),
  ...from('nodejs/llhttp test/request/transfer-encoding.md', 'transfer-encoding: chunked, identity'),
  ...from('nodejs/llhttp test/request/transfer-encoding.md', 'transfer-encoding: gzip, chunked'),
  ...from(
    'nodejs/llhttp test/request/transfer-encoding.md',
    'transfer-encoding: xchunked',
    'transfer-encoding:\tchunked',
  ),
  ...from('nodejs/llhttp test/request/transfer-encoding.md', 'transfer-encoding: chunked\r\ncontent-length: LENGTH'),
  ...from(
    'nodejs/llhttp test/request/transfer-encoding.md',
    'transfer-encoding\r\n : chunked',
    'transfer-encoding: \vchunked',
  ),
  ...from('nginx/nginx-tests body_chunked.t', 'transfer-encoding: chunked\r\ntransfer-encoding: chunked'),
  ...from(
    'nginx/nginx-tests http_expect_100_continue.t',
    'expect: 100-continue\r\ncontent-length: LENGTH',
    'expect: unknown',
  ),
]

/** Other header lines of a request. */
export const requestHeaders: readonly OddPart[] = [
  ...from(
    'nginx/nginx-tests ignore_invalid_headers.t',
    'x_odd: 1',
    'x.odd: 1',
    '-: 1',
    'X ODD: 1',
    ': nothing',
    'noColon',
  ),
  ...from('nginx/nginx-tests http_header_ows.t', 'x-blank:   padded\t ', 'x-tab:\tvalue', 'x-empty:'),
  ...from('nginx/nginx-tests http_headers_multi.t', 'x-two: a\r\nx-two: b', 'cookie: a=1\r\ncookie: b=2'),
  ...from(
    'nodejs/llhttp test/request/invalid.md',
    'x: a\rb',
    'x: a\0b',
    'x\0: a',
    'x: a\n y',
    ' folded: first',
    'x: a\r\n b',
  ),
  ...from(
    'nodejs/llhttp test/request/connection.md',
    'connection: close',
    'connection: keep-alive, x-api-key',
    'connection: upgrade\r\nupgrade: websocket',
  ),
  ...from(
    'stripe/smokescreen pkg/smokescreen/smokescreen_test.go',
    'host: other.example',
    'proxy-connection: close',
    'x-forwarded-host: a, b',
  ),
  ...from(
    'this project',
    '__proto__: x',
    'constructor: x',
    'x-service-session-id: none',
    'content-encoding: gzip',
    'x-\u00fc: 1',
  ),
]

/** Whole request lines. */
export const requestLines: readonly OddPart[] = [
  ...from(
    'nodejs/llhttp test/request/sample.md',
    'POST PATH HTTP/1.1',
    'POST PATH HTTP/1.0',
    'POST http://x.example PATH HTTP/1.1',
  ),
  ...from(
    'nodejs/llhttp test/request/method.md',
    'GET PATH HTTP/1.1',
    'HEAD PATH HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT x:1 HTTP/1.1',
    'PRI * HTTP/2.0',
    'BREW PATH HTTP/1.1',
  ),
  ...from(
    'nodejs/llhttp test/request/uri.md',
    'POST http://x.examplePATH HTTP/1.1',
    'POST PATH#part HTTP/1.1',
    'POST PATH?a=b?c HTTP/1.1',
    'POST PATH\u00e9 HTTP/1.1',
  ),
  ...from(
    'nodejs/llhttp test/request/invalid.md',
    'POST  PATH HTTP/1.1',
    'POST PATH HTTP/9.9',
    'POST PATH',
    'POST PATH HTP/1.1',
  ),
  ...from(
    'this project',
    'POST /../PATH HTTP/1.1',
    'POST //PATH HTTP/1.1',
    'POST PATH%00 HTTP/1.1',
    'POST PATH/%2e%2e/x HTTP/1.1',
  ),
]

/** Heads of an answer behind its status; LENGTH stands for the true one of its body. */
export const answerHeads: readonly OddPart[] = [
  ...from(
    'nodejs/llhttp test/response/content-length.md',
    'content-length: LENGTH',
    'content-length: LENGTH, LENGTH',
    'content-length: -1',
  ),
  ...from(
    'nodejs/llhttp test/response/transfer-encoding.md',
    'transfer-encoding: chunked',
    'transfer-encoding: chunked\r\ncontent-length: LENGTH',
  ),
  ...from(
    'nodejs/llhttp test/response/connection.md',
    'connection: close',
    'connection: keep-alive',
    'connection: upgrade\r\nupgrade: h2c',
  ),
  ...from(
    'nodejs/llhttp test/response/invalid.md',
    'x: a\0b\r\ncontent-length: LENGTH',
    'x : a\r\ncontent-length: LENGTH',
    ' x: a',
  ),
  ...from(
    'nginx/nginx-tests gunzip_multi.t',
    'content-encoding: gzip\r\ncontent-length: LENGTH',
    'content-encoding: gzip, br\r\ncontent-length: LENGTH',
  ),
  ...from(
    'envoyproxy/envoy test/integration/protocol_integration_test.cc',
    'transfer-encoding: identity',
    'content-length: LENGTH\r\nlocation: /x',
  ),
]
export const answerStatuses: readonly OddPart[] = [
  ...from(
    'nodejs/llhttp test/response/sample.md',
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200',
    'HTTP/1.0 200 OK',
    'HTTP/1.1 204 No Content',
    'HTTP/1.1 304 Not Modified',
  ),
  ...from(
    'nodejs/llhttp test/response/invalid.md',
    'HTTP/1.1 20 OK',
    'HTTP/1.1 2000 OK',
    'HTTP/2.0 200 OK',
    'HTTP/1.1  200 OK',
    'ICY 200 OK',
    'HTTP/1.1 099 Low',
  ),
  ...from(
    'envoyproxy/envoy test/integration/protocol_integration_test.cc',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK',
    'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK',
    'HTTP/1.1 101 Switching Protocols',
  ),
]

/** Bodies of event streams: each is to arrive as it is. */
export const eventStreams: readonly OddPart[] = [
  ...from('web-platform-tests/wpt eventsource/format-bom.any.js', '\ufeffdata: 1\n\n', '\ufeff\ufeffdata: 2\n\n'),
  ...from('web-platform-tests/wpt eventsource/format-comments.any.js', ':\n:\0\n: long\ndata: 1\n:\n\n'),
  ...from(
    'web-platform-tests/wpt eventsource/format-field-data.any.js',
    'data:\n\n',
    'data\ndata\n\n',
    'data:  two\n\n',
  ),
  ...from('web-platform-tests/wpt eventsource/format-newlines.any.js', 'data: a\r\ndata: b\rdata: c\ndata: d\n\n'),
  ...from('web-platform-tests/wpt eventsource/format-null-character.any.js', 'data:\0\n\n', 'id: \0\ndata: x\n\n'),
  ...from(
    'web-platform-tests/wpt eventsource/format-data-before-final-empty-line.any.js',
    'data: 1\n\ndata: unfinished',
  ),
  ...from('web-platform-tests/wpt eventsource/format-utf-8.any.js', 'data: \u6f22\u5b57 \ud83d\ude00\n\n'),
  ...from('this project', 'event: message_delta\ndata: {"type":"message_delta","usage":{"output_tokens":1e999}}\n\n'),
]
