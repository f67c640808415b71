// Files of requests as an agent has sent them: what is read of them, and how many calls each answer has made.

import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readRecording } from '../../../../eval/cost/recorded/recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'recording-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileWith = (...lines: readonly (object | string)[]): string => {
  const file = join(folder, 'mine.jsonl')
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}

const user = { role: 'user', content: [{ type: 'text', text: 'Look.', cache_control: { type: 'ephemeral' } }] }
const unmarked = { role: 'user', content: [{ type: 'text', text: 'Look.' }] }
const use = (id: string) => ({ type: 'tool_use', id, name: 'bash', input: {} })
const turn = { role: 'assistant', content: [{ type: 'text', text: 'I do.' }, use('a'), use('b')] }
const results = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '"type":"tool_use"' }] }
const body = (...messages: readonly object[]) => ({ model: 'm', messages })
const path = '/v1/messages'

describe('a recording', () => {
  it('has the requests of conversations in the order in which they were sent, since the first', () => {
    const file = fileWith(
      { at: 5_000, path: '/anthropic/v1/messages?beta=true', body: body(user, turn) },
      { at: 2_000, path, body: JSON.stringify(body(user), undefined, 1) },
      { at: 1_000, path: '/v1/messages/count_tokens', body: body(user) },
      { at: 6_000, path: '/v1/responses/compact', body: { model: 'gpt-5.4', input: [] } },
      '',
    )
    expect(readRecording(file)).toMatchObject({
      name: 'mine',
      requests: [
        { at: 0, dialect: 'messages', compacts: false, model: 'm', body: JSON.stringify(body(user), undefined, 1) },
        { at: 3_000, dialect: 'messages' },
        { at: 4_000, dialect: 'responses', compacts: true, model: 'gpt-5.4' },
      ],
    })
  })

  it('knows the calls of an answer by the request that goes on from it, wherever its markers stand', () => {
    const later = { ...results, content: [...results.content, { type: 'text', text: 'And?' }] }
    const file = fileWith(
      { at: 1, path, body: body(user) },
      { at: 2, path, body: body({ role: 'user', content: 'A title.' }) },
      { at: 3, path, body: body(unmarked, turn, later) },
      { at: 4, path, body: body(unmarked, turn, later, { role: 'assistant', content: 'It is.' }, user) },
    )
    expect(readRecording(file).calls).toEqual([2, 0, 0, 0])
  })

  it.each([
    [
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: {} }] },
      { role: 'tool', content: 'x' },
    ],
    [
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'x' },
    ],
  ])('knows those that stand beside their results, in other dialects as well: %j', (answer, result) => {
    const list = 'role' in answer ? 'messages' : 'input'
    const asked = [list === 'messages' ? '/v1/chat/completions' : '/v1/responses', { role: 'user', content: 'Look.' }]
    const [where, first] = asked
    const file = fileWith(
      { at: 1, path: where, body: { model: 'm', [list]: [first] } },
      { at: 2, path: where, body: { model: 'm', [list]: [first, answer, result, answer, result] } },
    )
    expect(readRecording(file).calls).toEqual([2, 0])
  })

  it.each([
    ['{"at": 1, "path": "/v1/messages"}', 'Line 1 of'],
    ['secret', 'Line 1 of'],
    [{ at: -1, path, body: body(user) }, 'Line 1 of'],
    [{ at: 1e300, path, body: body(user) }, 'Line 1 of'],
    [{ at: 1, path, body: '{"secret"' }, 'names no model'],
    [{ at: 1, path: '/v1/models', body: {} }, 'has no request of a conversation'],
  ])('refuses %j, and repeats nothing of it', (line, message) => {
    const read = (): unknown => readRecording(fileWith(line))
    expect(read).toThrow(message)
    expect(read).not.toThrow(/secret/)
  })

  it('is read behind a mark of the order of bytes, with ends of lines of Windows', () => {
    const line = JSON.stringify({ at: 1, path, body: body(user) })
    expect(readRecording(fileWith(`\ufeff${line}\r\n${line}\r\n`)).requests).toHaveLength(2)
  })

  it('is read line by line, with more in all than a text may have: it is refused by the line that is too long', () => {
    const file = fileWith({ at: 1, path, body: body(user) }, '')
    truncateSync(file, 2 ** 29)
    appendFileSync(file, '\n')
    expect(() => readRecording(file)).toThrow(`Line 2 of ${file} is no request: it is too long.`)
  })

  it('refuses a file that is not there', () => {
    expect(() => readRecording(join(folder, 'nowhere'))).toThrow('cannot be read: there is no such file.')
  })
})
