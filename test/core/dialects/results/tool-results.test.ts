import { describe, expect, it } from 'vitest'
import { dialects } from '../../../../core/dialects/registry.ts'
import { scanJson } from '../../../../core/json/scan.ts'
import { atOnce } from '../../../../core/runtime/pieces.ts'
import { seen } from '../reading.ts'

it.each(['messages', 'chat-completions'] as const)('%s: one call with many results is judged once', (name) => {
  const command = 'ls '.repeat(20_000)
  const count = 2_000
  const body =
    name === 'messages'
      ? {
          messages: [
            { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'bash', input: { command } }] },
            {
              role: 'user',
              content: Array.from({ length: count }, () => ({ type: 'tool_result', tool_use_id: 't', content: 'x' })),
            },
          ],
        }
      : {
          messages: [
            {
              role: 'assistant',
              tool_calls: [{ id: 't', function: { name: 'bash', arguments: JSON.stringify({ command }) } }],
            },
            ...Array.from({ length: count }, () => ({ role: 'tool', tool_call_id: 't', content: 'x' })),
          ],
        }
  const tape = scanJson(JSON.stringify(body))
  if (tape === undefined) throw new Error('not JSON')
  const since = process.cpuUsage()
  expect(atOnce(dialects[name].read(tape)).segments).toHaveLength(count)
  // Judged for every result it takes a minute.
  expect(process.cpuUsage(since).user).toBeLessThan(5_000_000)
})

it('takes more results of one message than a call takes arguments', () => {
  const text = { type: 'text', text: 'x' }
  const body = {
    messages: [
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: Array.from({ length: 200_000 }, () => text) }],
      },
    ],
  }
  const tape = scanJson(JSON.stringify(body))
  if (tape === undefined) throw new Error('not JSON')
  expect(atOnce(dialects.messages.read(tape)).segments).toHaveLength(200_000)
})

describe('bodies that name a member twice', () => {
  it('are looked at no further where it matters', () => {
    const conversation = (result: string) =>
      `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"weather","input":{}}]},{"role":"user","content":[${result}]}]}`
    const twice = '{"type":"tool_result","tool_use_id":"1","content":"a","content":"b"}'

    expect(seen(dialects.messages, conversation(twice))).toEqual([])
    expect(seen(dialects.messages, `{"messages":[],"messages":[]}`)).toEqual([])
  })
})
