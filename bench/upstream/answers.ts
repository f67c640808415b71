// The bytes that the upstream of the measurements answers with: short, and with everything that breaks careless relays.

const event = (name: string, data: unknown, lineEnd = '\n'): string =>
  `event: ${name}${lineEnd}data: ${JSON.stringify(data)}${lineEnd}${lineEnd}`

const delta = (text: string): unknown => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
})

/** The first event of a streamed answer. */
export const firstEvent = Buffer.from(
  event('message_start', {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 2_000, cache_read_input_tokens: 48_000, output_tokens: 1 },
    },
  }),
)

/** One word of a streamed answer. */
export const wordEvent = Buffer.from(event('content_block_delta', delta('word ')))

/** The last events of a streamed answer. */
export const lastEvents = Buffer.from(
  event('message_delta', {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 9 },
  }) + event('message_stop', { type: 'message_stop' }),
)

/** A whole answer without a stream. */
export const wholeAnswer = Buffer.from(
  JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text: 'Word.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 20, output_tokens: 2 },
  }),
)

/** A stream of about 4 kB: several scripts, both line ends, comments, characters of four bytes, no end of line at its end. */
export const oddStream = Buffer.concat([
  firstEvent,
  Buffer.from(': a comment\r\n\r\n'),
  ...Array.from({ length: 20 }, (_, index) =>
    Buffer.from(
      event('content_block_delta', delta(`Grüße aus 東京 ${index} 😀 \u2028\ufeff`), index % 2 === 0 ? '\n' : '\r\n'),
    ),
  ),
  lastEvents,
  Buffer.from('data: [DONE]\n\n\0event: unfinished\ndata: {"type":'),
])
