import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UsageFold } from '../../../core/dialects/dialect.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { type Meter, meterFor as meterIn, meterMemory } from '../../../core/exchange/meter/meter.ts'

const meterFor = (fold: UsageFold | undefined, type: string | undefined): Meter => meterIn(fold, type, meterMemory())

const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`

const streams = {
  messages: [
    event(
      {
        type: 'message_start',
        message: {
          usage: {
            input_tokens: 12,
            cache_read_input_tokens: 100,
            cache_creation_input_tokens: 30,
            cache_creation: { ephemeral_1h_input_tokens: 10 },
            output_tokens: 1,
          },
        },
      },
      'message_start',
    ),
    ': ping\n\n',
    event({ type: 'content_block_delta', delta: { text: 'a "usage" in 漢字 😀' } }),
    event({ type: 'message_delta', usage: { output_tokens: 40 } }),
    event({ type: 'message_delta', usage: { output_tokens: 55, input_tokens: 20 } }),
    event({ type: 'message_stop' }, 'message_stop'),
  ].join(''),
  'chat-completions': [
    event({ choices: [{ delta: { content: 'a' } }], usage: null }),
    event({
      choices: [],
      usage: { prompt_tokens: 150, prompt_tokens_details: { cached_tokens: 128 }, completion_tokens: 55 },
    }),
    'data: [DONE]\n\n',
  ].join(''),
  responses: [
    event({ type: 'response.created', response: { usage: null } }),
    event({ type: 'response.output_text.delta', delta: '"usage"' }),
    event({
      type: 'response.completed',
      response: { usage: { input_tokens: 150, input_tokens_details: { cached_tokens: 128 }, output_tokens: 55 } },
    }),
  ].join(''),
} as const

const expected = {
  messages: {
    inputTokens: 150,
    cacheReadTokens: 100,
    cacheWriteTokens: 20,
    cacheWriteLongTokens: 10,
    outputTokens: 55,
  },
  'chat-completions': {
    inputTokens: 150,
    cacheReadTokens: 128,
    cacheWriteTokens: 0,
    cacheWriteLongTokens: 0,
    outputTokens: 55,
  },
  responses: { inputTokens: 150, cacheReadTokens: 128, cacheWriteTokens: 0, cacheWriteLongTokens: 0, outputTokens: 55 },
} as const

const names = ['messages', 'chat-completions', 'responses'] as const

describe.each(names)('usage of %s', (name) => {
  const dialect = dialects[name]

  it('is the same for every chunking, with LF and with CRLF, with and without a last blank line', () => {
    const variants = fc.constantFrom(streams[name], streams[name].replaceAll('\n', '\r\n'), streams[name].trimEnd())
    fc.assert(
      fc.property(variants, fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (stream, sizes) => {
        const meter = meterFor(dialect.usage(), 'text/event-stream; charset=utf-8')
        const bytes = Buffer.from(stream)
        let at = 0
        for (let turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          meter.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(meter.finish()).toEqual(expected[name])
      }),
    )
  })

  it('is nothing for what is no JSON, no object, or says nothing', () => {
    for (const text of [
      '',
      '<html>',
      '[]',
      'null',
      '{"usage":null}',
      '{"usage":"lots"}',
      '{"usage":{"input_tokens":-1}}',
    ]) {
      const meter = meterFor(dialect.usage(), 'application/json')
      meter.push(Buffer.from(text))
      expect(meter.finish()).toBeUndefined()
    }
  })

  it('is final once the last event has passed whole, and not before', () => {
    const bytes = Buffer.from(streams[name])
    const meter = meterFor(dialect.usage(), 'text/event-stream')
    meter.push(bytes.subarray(0, -1))
    expect(meter.hasEnded()).toBe(false)
    meter.push(bytes.subarray(-1))
    expect(meter.hasEnded()).toBe(true)
    meter.push(Buffer.from(event({ type: 'ping' })))
    expect(meter.hasEnded()).toBe(true)
    expect(meter.finish()).toEqual(expected[name])

    const torn = meterFor(dialect.usage(), 'text/event-stream')
    torn.push(bytes.subarray(0, -1))
    torn.finish()
    expect(torn.hasEnded()).toBe(false)
  })

  it('is not final where the model only speaks of a last event, or the answer is no stream', () => {
    for (const last of [...dialect.usage().last, '[DONE]', 'message_stop']) {
      const meter = meterFor(dialect.usage(), 'text/event-stream')
      meter.push(Buffer.from(event({ type: 'delta', text: last, usage: { type: last } })))
      expect(meter.hasEnded()).toBe(false)
      const whole = meterFor(dialect.usage(), 'application/json')
      whole.push(Buffer.from(JSON.stringify({ type: last })))
      whole.finish()
      expect(whole.hasEnded()).toBe(false)
    }
  })

  it('is refused where an answer begins with an error', () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const finished = (type: string, text: string) => {
      const meter = meterFor(dialect.usage(), type)
      meter.push(Buffer.from(text))
      return meter.finish()
    }
    expect(finished('text/event-stream', `: hello\n\n${event(overloaded)}`)).toBe('not-served')
    expect(finished('text/event-stream', event({ error: { message: 'no' } }))).toBe('not-served')
    expect(finished('application/json', JSON.stringify(overloaded))).toBe('not-served')
    expect(finished('text/event-stream', `${streams[name]}${event(overloaded)}`)).toEqual(expected[name])
    expect(finished('text/event-stream', `${event({ delta: 'words' })}${event(overloaded)}`)).toBeUndefined()
    expect(finished('application/json', '{"error":null}')).toBeUndefined()
  })

  it('never throws, whatever passes by', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array()),
        fc.constantFrom('text/event-stream', 'application/json', 'text/plain', undefined),
        (chunks, type) => {
          const meter = meterFor(dialect.usage(), type)
          for (const chunk of chunks) meter.push(chunk)
          meter.finish()
        },
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const meter = meterFor(dialect.usage(), 'text/event-stream')
        for (const value of values) meter.push(Buffer.from(event({ usage: value, response: value, message: value })))
        meter.finish()
      }),
    )
  })
})

it.each([
  ['messages', { usage: { input_tokens: 9, output_tokens: 1 } }],
  ['chat-completions', { usage: { prompt_tokens: 9, completion_tokens: 1 } }],
  ['responses', { usage: { input_tokens: 9, output_tokens: 1 } }],
] as const)('of %s that says nothing of a cache does not say that nothing was read', (name, answer) => {
  const fold = dialects[name].usage()
  fold.add(answer)
  expect(fold.result()).toMatchObject({ inputTokens: 9, cacheReadTokens: 0, cacheUntold: true })
})

it('of messages that says nothing of what was written does not say that nothing was', () => {
  const told = (written: object): unknown => {
    const fold = dialects.messages.usage()
    fold.add({ usage: { input_tokens: 9, cache_read_input_tokens: 100, output_tokens: 1, ...written } })
    return fold.result()
  }
  expect(told({})).toMatchObject({ inputTokens: 109, cacheWriteTokens: 0, writesUntold: true })
  expect(told({ cache_creation_input_tokens: 0 })).not.toHaveProperty('writesUntold')
})

it.each([
  ['as it was', 30, 10, 20],
  ['of several rounds', 90, 30, 60],
])('tells for how long a stream has written to the cache by its beginning, %s', (_what, all, long, short) => {
  const fold = dialects.messages.usage()
  const [, start = ''] = streams.messages.split('data: ')
  fold.add(JSON.parse(start.split('\n', 1)[0] ?? ''))
  // As the API words it: without the lifetimes.
  const usage = { input_tokens: 12, cache_creation_input_tokens: all, cache_read_input_tokens: 100, output_tokens: 55 }
  fold.add({ type: 'message_delta', usage })
  expect(fold.result()).toMatchObject({ cacheWriteTokens: short, cacheWriteLongTokens: long, inputTokens: 112 + all })
})

it('clamps counts that contradict each other, and believes none beyond all reason', () => {
  const fold = dialects.messages.usage()
  fold.add({
    usage: {
      input_tokens: 10,
      output_tokens: Number.MAX_SAFE_INTEGER,
      cache_creation_input_tokens: 0,
      cache_creation: { ephemeral_1h_input_tokens: 7 },
    },
  })
  expect(fold.result()).toMatchObject({ cacheWriteTokens: 0, cacheWriteLongTokens: 7, outputTokens: 0 })
})

describe('usage of whole answers', () => {
  it.each([
    {
      name: 'messages',
      answer: {
        usage: {
          input_tokens: 20,
          cache_read_input_tokens: 100,
          cache_creation_input_tokens: 30,
          cache_creation: { ephemeral_1h_input_tokens: 10 },
          output_tokens: 55,
        },
      },
    },
    {
      name: 'chat-completions',
      answer: { usage: { prompt_tokens: 150, prompt_tokens_details: { cached_tokens: 128 }, completion_tokens: 55 } },
    },
    {
      name: 'responses',
      answer: { usage: { input_tokens: 150, input_tokens_details: { cached_tokens: 128 }, output_tokens: 55 } },
    },
  ] as const)('$name', ({ name, answer }) => {
    const meter = meterFor(dialects[name].usage(), 'application/json')
    for (const character of JSON.stringify(answer, null, 2)) meter.push(Buffer.from(character))
    expect(meter.finish()).toEqual(expected[name])
  })
})

describe('usage of an answer for which the provider has run tools of its own', () => {
  const of = (name: 'messages' | 'responses', type: string, text: string) => {
    const meter = meterFor(dialects[name].usage(), type)
    meter.push(Buffer.from(text))
    const reported = meter.finish()
    return typeof reported === 'object' && reported.summed === true
  }
  const counted = { input_tokens: 20, cache_read_input_tokens: 100, output_tokens: 5 }
  const message = (members: object): boolean =>
    of('messages', 'application/json', JSON.stringify({ type: 'message', usage: counted, ...members }))

  it('is a sum, by what it counts, by its blocks, or by what its stream begins with', () => {
    expect(message({ usage: { ...counted, server_tool_use: { web_search_requests: 2 } } })).toBe(true)
    expect(message({ content: [{ type: 'server_tool_use' }, { type: 'text' }] })).toBe(true)
    const stream = (read: number): string =>
      event({ type: 'message_start', message: { usage: counted } }) +
      event({ type: 'message_delta', usage: { ...counted, cache_read_input_tokens: read } })
    expect(of('messages', 'text/event-stream', stream(200))).toBe(true)
    expect(of('messages', 'text/event-stream', stream(110))).toBe(false)
  })

  it('is one too where another model has answered in place of the one that was asked, or it was asked several times', () => {
    const rounds = (...types: readonly string[]): boolean =>
      message({ usage: { ...counted, iterations: types.map((type) => ({ type, ...counted })) } })
    expect(rounds('message', 'fallback_message')).toBe(true)
    expect(rounds('fallback_message')).toBe(true)
    expect(rounds('message', 'message')).toBe(true)
    expect(rounds('message')).toBe(false)
    expect(rounds('compaction', 'message')).toBe(false)
    expect(message({ usage: { ...counted, iterations: null } })).toBe(false)
    const streamed =
      event({ type: 'message_start', message: { usage: counted } }) +
      event({ type: 'message_delta', usage: { ...counted, iterations: [{ type: 'fallback_message' }] } })
    expect(of('messages', 'text/event-stream', streamed)).toBe(true)
  })

  it('is a sum in responses, by their items', () => {
    const response = (type: string): boolean =>
      of('responses', 'application/json', JSON.stringify({ usage: counted, output: [{ type }, { type: 'message' }] }))
    for (const type of ['web_search_call', 'shell_call_output', 'program_output']) expect(response(type)).toBe(true)
    for (const type of ['function_call', 'shell_call', 'program']) expect(response(type)).toBe(false)
  })

  it('is none where no tool was run', () => {
    expect(message({ usage: { ...counted, server_tool_use: { web_search_requests: 0 } } })).toBe(false)
    expect(message({ usage: { ...counted, server_tool_use: null }, content: [{ type: 'tool_use' }, null] })).toBe(false)
  })
})

describe('counts that are told in part', () => {
  const foldOf = (name: (typeof names)[number], ...objects: Readonly<Record<string, unknown>>[]) => {
    const fold = dialects[name].usage()
    for (const object of objects) fold.add(object)
    return fold.result()
  }
  const start = (usage: object) => ({ type: 'message_start', message: { usage } })
  const delta = (usage: object) => ({ type: 'message_delta', usage })

  it('of messages stay as they began where the end says nothing of them', () => {
    const begun = start({ input_tokens: 12, cache_read_input_tokens: 100, cache_creation_input_tokens: 30 })
    const told = { inputTokens: 142, cacheReadTokens: 100, cacheWriteTokens: 30, outputTokens: 40 }
    expect(foldOf('messages', begun, delta({ output_tokens: 40 }))).toMatchObject(told)
    expect(foldOf('messages', delta({ output_tokens: 40 }))).toMatchObject({ inputTokens: 0, outputTokens: 40 })
  })

  it('of messages are sums where the end counts half as much again as the beginning', () => {
    const endingWith = (tokens: number) =>
      foldOf('messages', start({ input_tokens: 100 }), delta({ input_tokens: tokens }))
    expect(endingWith(149)).not.toHaveProperty('summed')
    expect(endingWith(150)).toHaveProperty('summed', true)
    expect(foldOf('messages', start({ input_tokens: 0 }), delta({ input_tokens: 9 }))).not.toHaveProperty('summed')
  })

  it('of chat completions are those of the last object that says any', () => {
    const usage = { prompt_tokens: 9, completion_tokens: 5 }
    const told = { inputTokens: 9, outputTokens: 5 }
    expect(foldOf('chat-completions', { usage }, { usage: null }, {})).toMatchObject(told)
    expect(foldOf('chat-completions', { usage }, { usage: { prompt_tokens: 7 } })).toMatchObject({
      inputTokens: 7,
      outputTokens: 0,
    })
    expect(foldOf('chat-completions', { usage: { completion_tokens: 5 } })).toMatchObject({
      inputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 5,
    })
  })

  it('are no more of a cache than of the prompt, read or written', () => {
    const details = { cached_tokens: 40, cache_write_tokens: 30 }
    const counts = (cache: object) =>
      foldOf('responses', { usage: { input_tokens: 100, output_tokens: 1, input_tokens_details: cache } })
    expect(counts(details)).toMatchObject({ cacheReadTokens: 40, cacheWriteTokens: 30 })
    expect(counts({ cached_tokens: 400, cache_write_tokens: 300 })).toMatchObject({
      cacheReadTokens: 100,
      cacheWriteTokens: 100,
    })
  })

  it('of responses end with an answer that is complete, is not, or has failed', () => {
    expect(dialects.responses.usage().last).toEqual(['response.completed', 'response.incomplete', 'response.failed'])
  })
})
