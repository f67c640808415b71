// An answer of an upstream that somebody chose may hold anything: to look at it keeps nobody waiting.

import { describe, expect, it } from 'vitest'
import { type DialectId, dialects } from '../../../../core/dialects/registry.ts'
import { answerObject } from '../../../../core/exchange/meter/answer-object.ts'
import { meterFor, meterMemory } from '../../../../core/exchange/meter/meter.ts'

const size = 15_900_000
const filled = (unit: string): string => unit.repeat(Math.floor(size / unit.length))

const milliseconds = (work: () => unknown): number => {
  const since = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}

/** What the runtime takes to parse numbers, which it does fastest: no more than they take is asked of what is looked at. */
const parsing = (): number => milliseconds(() => JSON.parse(`[${filled('0,')}0]`))

describe('an answer of sixteen megabytes', () => {
  it.each([
    ['empty lists', `[${filled('[],')}0]`],
    ['empty objects', `[${filled('{},')}0]`],
    ['nested lists', `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`],
    ['names', `{${Array.from({ length: size / 14 }, (_, index) => `"k${index}":{}`).join()}}`],
    ['beginnings of usage', `[${filled('"usage":{"a":')}`],
  ])('takes no longer than to parse numbers where it holds %s', (_what, text) => {
    const answer = Buffer.from(text)
    const least = Math.min(
      ...[1, 2, 3].map(() =>
        milliseconds(() => {
          const meter = meterFor(dialects.messages.usage(), 'application/json', meterMemory())
          meter.push(answer)
          meter.finish()
        }),
      ),
    )

    expect(least).toBeLessThan(Math.max(100, parsing()))
  })
})

/** More than are parsed. */
const many = Array.from({ length: 60_000 }, (_, index) => ({ token: `"usage":{"${index}`, logprob: -0.5 }))

describe('an answer of very many values', () => {
  it.each<[string, DialectId, object, object]>([
    [
      'messages',
      'messages',
      { type: 'message', content: many, usage: { input_tokens: 9, output_tokens: 5, cache_read_input_tokens: 3 } },
      { inputTokens: 12, outputTokens: 5, cacheReadTokens: 3 },
    ],
    [
      'chat completions',
      'chat-completions',
      { choices: many, usage: { prompt_tokens: 9, completion_tokens: 5, note: '}"{' } },
      { inputTokens: 9, outputTokens: 5 },
    ],
    [
      'responses',
      'responses',
      { id: 'a', output: many, usage: { input_tokens: 9, output_tokens: 5 } },
      { inputTokens: 9, outputTokens: 5 },
    ],
    [
      'the last event of responses',
      'responses',
      { type: 'response.completed', response: { output: many, usage: { input_tokens: 9, output_tokens: 5 } } },
      { inputTokens: 9, outputTokens: 5 },
    ],
  ])('still says what it used: %s', (_what, dialect, answer, used) => {
    const fold = dialects[dialect].usage()
    fold.add(answerObject(JSON.stringify(answer)) as Readonly<Record<string, unknown>>)

    expect(fold.result()).toMatchObject(used)
  })

  it('ends a stream as any other does', () => {
    const meter = meterFor(dialects.responses.usage(), 'text/event-stream', meterMemory())
    const completed = { type: 'response.completed', response: { output: many, usage: { input_tokens: 9 } } }
    meter.push(Buffer.from(`data: ${JSON.stringify(completed)}\n\n`))

    expect(meter.hasEnded()).toBe(true)
    expect(meter.finish()).toMatchObject({ inputTokens: 9 })
  })

  it.each(['', '{"usage":', '"usage"', '{"usage":{"a":"\\', '{"usage": {'])(
    'says nothing where it ends with %j',
    (end) => {
      const text = `[${'0,'.repeat(200_000)}${end}`
      let said: unknown
      try {
        said = answerObject(text)
      } catch {
        // Not JSON.
      }
      expect(said).toBeUndefined()
    },
  )
})
