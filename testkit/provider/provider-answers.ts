// What a provider answers, in its three dialects, streamed and not: a short text, or one call of a tool. Decides the
// form alone; who asks and when is the server's business.

export interface Asked {
  readonly model: string
  readonly stream: boolean
  /** The tool that the model calls; absent: it answers with the text. */
  readonly call?: { readonly name: string; readonly input: object }
  /** Input tokens of the whole request, and those of them that came from the cache. */
  readonly inputTokens: number
  readonly cachedTokens: number
}

/** The text of every answer, as it is streamed: bytes of every length, so that a piece cut wrongly shows. */
export const answerWords = ['Grüße ', 'aus ', '東京 ', '😀', '.'] as const
export const answerText = answerWords.join('')
const outputTokens = 7

const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** A text in two parts, cut inside. */
const halves = (text: string): readonly string[] => [text.slice(0, text.length / 2), text.slice(text.length / 2)]

const messages = ({ model, stream, call, inputTokens, cachedTokens }: Asked): string[] => {
  const usage = {
    input_tokens: inputTokens - cachedTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation_input_tokens: 0,
    output_tokens: outputTokens,
  }
  const block = call === undefined ? { type: 'text', text: answerText } : { type: 'tool_use', id: 'toolu_1', ...call }
  const stopReason = call === undefined ? 'end_turn' : 'tool_use'
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_sequence: null }
  if (!stream) return [JSON.stringify({ ...message, content: [block], stop_reason: stopReason, usage })]
  const named = (type: string, more: object = {}): string => event({ type, ...more }, type)
  const start = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  const deltas =
    call === undefined
      ? answerWords.map((text) => ({ type: 'text_delta', text }))
      : halves(JSON.stringify(call.input)).map((part) => ({ type: 'input_json_delta', partial_json: part }))
  return [
    named('message_start', { message: start }),
    named('content_block_start', {
      index: 0,
      content_block: call === undefined ? { ...block, text: '' } : { ...block, input: {} },
    }),
    named('ping'),
    ...deltas.map((delta) => named('content_block_delta', { index: 0, delta })),
    named('content_block_stop', { index: 0 }),
    named('message_delta', {
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: outputTokens },
    }),
    named('message_stop'),
  ]
}

const chatCompletions = ({ model, stream, call, inputTokens, cachedTokens }: Asked): string[] => {
  const usage = {
    prompt_tokens: inputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  }
  const called =
    call === undefined
      ? undefined
      : { id: 'call_1', type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } }
  const head = { id: 'chatcmpl_1', created: 1, model }
  const finish = called === undefined ? 'stop' : 'tool_calls'
  if (!stream) {
    const message = {
      role: 'assistant',
      refusal: null,
      ...(called === undefined ? { content: answerText } : { content: null, tool_calls: [called] }),
    }
    const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }]
    return [JSON.stringify({ ...head, object: 'chat.completion', choices, usage })]
  }
  const whole = { ...head, object: 'chat.completion.chunk' }
  const chunk = (delta: object, reason: string | null = null): string =>
    event({ ...whole, choices: [{ index: 0, delta, finish_reason: reason }] })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(called === undefined
      ? answerWords.map((content) => chunk({ content }))
      : [chunk({ tool_calls: [{ index: 0, ...called }] })]),
    chunk({}, finish),
    event({ ...whole, choices: [], usage }),
    event('[DONE]'),
  ]
}

const responses = ({ model, stream, call, inputTokens, cachedTokens }: Asked): string[] => {
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  }
  const done = { status: 'completed' }
  const called = call === undefined ? undefined : JSON.stringify(call.input)
  const item =
    call === undefined
      ? {
          id: 'msg_1',
          type: 'message',
          ...done,
          role: 'assistant',
          content: [{ type: 'output_text', text: answerText, annotations: [] }],
        }
      : { id: 'fc_1', type: 'function_call', ...done, call_id: 'call_1', name: call.name, arguments: called }
  const response = { id: 'resp_1', object: 'response', created_at: 1, model, ...done, output: [item], usage }
  if (!stream) return [JSON.stringify(response)]
  let sequence = 0
  const named = (type: string, data: object): string => event({ type, sequence_number: sequence++, ...data }, type)
  const place = { output_index: 0, content_index: 0, item_id: item.id }
  const deltas =
    called === undefined
      ? [
          named('response.content_part.added', { ...place, part: { type: 'output_text', text: '', annotations: [] } }),
          ...answerWords.map((delta) => named('response.output_text.delta', { ...place, delta, logprobs: [] })),
        ]
      : [named('response.function_call_arguments.delta', { ...place, delta: called })]
  const empty = called === undefined ? { content: [] } : { arguments: '' }
  return [
    named('response.created', { response: { ...response, status: 'in_progress', output: [], usage: null } }),
    named('response.output_item.added', { output_index: 0, item: { ...item, ...empty, status: 'in_progress' } }),
    ...deltas,
    named('response.output_item.done', { output_index: 0, item }),
    named('response.completed', { response }),
  ]
}

/** The chunks of an answer, by the path that it is asked at. */
export const providerAnswers: ReadonlyMap<string, (asked: Asked) => string[]> = new Map([
  ['/v1/messages', messages],
  ['/v1/chat/completions', chatCompletions],
  ['/v1/responses', responses],
])
