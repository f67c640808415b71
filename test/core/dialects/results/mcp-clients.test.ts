// What a server has answered, in the forms in which clients put it into a request: it is opened where it is wrapped, and what is around it stays.

import { describe, expect, it } from 'vitest'
import { adeline } from '../../../../compressor/engines/adeline/editions.ts'
import { type DialectId, dialects } from '../../../../core/dialects/registry.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'
import { read } from '../reading.ts'

const rows = Array.from({ length: 30 }, (_, at) => ({ id: at, name: `Order ${at}`, state: 'open', note: null }))
const [printed, structured] = [JSON.stringify({ orders: rows }, null, 2), JSON.stringify({ orders: rows })]
const link = { type: 'resource_link', uri: 'shop://orders', name: 'Orders', mimeType: 'text/plain' }
const text = (value: string) => ({ type: 'text', text: value })
const input = (value: string) => ({ type: 'input_text', text: value })
const took = 'Wall time: 0.0067 seconds\nOutput:'

const asked = { type: 'function_call', call_id: 'c', name: 'list_orders', namespace: 'mcp__shop', arguments: '{}' }
const inMessages = (content: unknown) => ({
  messages: [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'mcp__shop__list_orders', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] },
  ],
})
const inChat = (content: unknown) => ({
  messages: [
    {
      role: 'assistant',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'list_orders', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content },
  ],
})
const inResponses = (output: unknown) => ({
  input: [asked, { type: 'function_call_output', id: 'fco_1', call_id: 'c', output }],
})

interface Form {
  readonly client: string
  readonly dialect: DialectId
  readonly body: unknown
  readonly kinds: readonly (string | undefined)[]
}

const forms: readonly Form[] = [
  { client: 'Claude Code, in text', dialect: 'messages', body: inMessages([text(printed)]), kinds: ['records'] },
  { client: 'Claude Code, structured', dialect: 'messages', body: inMessages(structured), kinds: ['records'] },
  {
    client: 'Claude Code, with a link',
    dialect: 'messages',
    body: inMessages([text('Two:'), text('[Resource link: Orders] shop://orders (all of them)')]),
    kinds: [undefined, undefined],
  },
  {
    client: 'Codex, in text',
    dialect: 'responses',
    body: inResponses([input(took), input(printed), input(JSON.stringify(link))]),
    kinds: [undefined, 'records', 'records'],
  },
  {
    client: 'Codex, structured',
    dialect: 'responses',
    body: inResponses(`${took}\n${structured}`),
    kinds: ['records'],
  },
  {
    client: 'AI SDK, by chat',
    dialect: 'chat-completions',
    body: inChat(JSON.stringify([text(printed), text(JSON.stringify(link))])),
    kinds: ['records'],
  },
  { client: 'LangChain, by chat', dialect: 'chat-completions', body: inChat([text(printed)]), kinds: ['records'] },
  {
    client: 'OpenAI Agents SDK, structured',
    dialect: 'responses',
    body: inResponses(structured.replaceAll('":', '": ').replaceAll(',"', ', "')),
    kinds: ['records'],
  },
]

describe('behind what Codex puts in front of it', () => {
  const framed = JSON.stringify({ result: `Found 30 orders:\n${JSON.stringify(rows, null, 2)}` })

  it.each([
    ['records', structured],
    ['a text in a wrapper', framed],
    ['a short answer', JSON.stringify({ temperature: 33, conditions: 'Cloudy', humidity: 82 })],
  ])('an answer loses what it would lose alone, and nothing else: %s', (_name, answer) => {
    for (const budget of [0.5, 0.7, 0.76]) {
      const left = (given: string): string => {
        const result = adeline.compress(given, { budget })
        return 'kept' in result ? sliceSpans(given, result.kept) : given
      }
      expect(left(`${took}\n${answer}`), `${budget}`).toBe(`${took}\n${left(answer)}`)
    }
  })

  it('a text in a wrapper is no record', () => {
    const { segments } = read(
      dialects.responses,
      inResponses(`${took}\n${JSON.stringify({ result: 'customers, orders' })}`),
    )
    expect(segments.map(({ kind, pinned }) => kind ?? pinned)).toEqual([undefined])
  })
})

describe('what a server has answered', () => {
  it.each(forms)('is read as what it is: $client', ({ dialect, body, kinds }) => {
    const { segments } = read(dialects[dialect], body)
    expect(segments.map(({ pinned }) => pinned)).toEqual(kinds.map(() => undefined))
    expect(segments.map(({ kind }) => kind)).toEqual(kinds)
  })

  it.each(forms)('keeps each order and the address: $client', ({ dialect, body }) => {
    const { segments } = read(dialects[dialect], body)
    const left = segments.map(({ text: given, kind }) => {
      const result = adeline.compress(given, { budget: kind === 'records' ? 0.76 : 0.5 })
      return 'kept' in result ? sliceSpans(given, result.kept) : given
    })
    const all = left.join('\n')
    const whole = segments.map(({ text: given }) => given).join('\n')
    if (whole.includes('Order 29')) {
      for (const { name } of rows) expect(all).toContain(name)
      expect(all.length).toBeLessThan(whole.length)
    }
    for (const around of [took, 'shop://orders', '[{"type":"text","text":"', '"}]'])
      if (whole.includes(around)) expect(all).toContain(around)
    for (const [at, one] of left.entries())
      if (/^(?:\{|\[\{)/.test(segments[at]?.text ?? '')) expect(() => JSON.parse(one)).not.toThrow()
  })
})
