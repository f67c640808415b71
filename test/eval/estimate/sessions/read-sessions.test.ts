// Session files of both agents, whatever they hold: which requests they show, and what each of them carried.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { claudeCodeSessions } from '../../../../eval/estimate/sessions/claude-code.ts'
import { codexSessions } from '../../../../eval/estimate/sessions/codex.ts'
import { jsonLinesOf, type Line, noFaults } from '../../../../eval/estimate/sessions/json-lines.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const fileWith = (text: string | Buffer): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'))
  folders.push(folder)
  const path = join(folder, 'a.jsonl')
  writeFileSync(path, text)
  return path
}

describe('lines of JSON', () => {
  it('come whole across the pieces of a large file, and bad, cut and enormous ones are counted and left out', () => {
    const good = (index: number): string => JSON.stringify({ index, text: 'é'.repeat(300_000) })
    const lines = [good(0), '{"broken":', '[1]', '', `"${'x'.repeat(900_000)}"`, good(1), '\u0000\u0001', good(2)]
    const faults = noFaults()
    const found = [...jsonLinesOf(fileWith(`${lines.join('\n')}\n{"cut":"he`), faults, 800_000)]
    expect(found.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(faults).toEqual({ broken: 3, enormous: 1, cut: 1 })
  })

  it('end without a newline and are read all the same', () => {
    const faults = noFaults()
    expect([...jsonLinesOf(fileWith('{"a":1}\r\n{"b":2}'), faults)]).toEqual([{ a: 1 }, { b: 2 }])
    expect([...jsonLinesOf(fileWith(''), faults)]).toEqual([])
    expect([...jsonLinesOf(fileWith(Buffer.from([0xff, 0xfe, 10, 0x7b, 0x7d])), faults)]).toEqual([{}])
    expect(faults).toEqual({ broken: 1, enormous: 0, cut: 0 })
  })
})

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString()
const user = (uuid: string, parentUuid: string | null, content: unknown, more: Line = {}): Line => ({
  type: 'user',
  uuid,
  parentUuid,
  timestamp: at(1),
  cwd: '/src/shop',
  message: { role: 'user', content },
  ...more,
})
const answer = (uuid: string, parentUuid: string, id: string, block: Line, more: Line = {}): Line => ({
  type: 'assistant',
  uuid,
  parentUuid,
  timestamp: at(2),
  message: { id, role: 'assistant', model: 'claude-opus-4-6', content: [block], usage: { input_tokens: 9_000 } },
  ...more,
})
const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'npm test' } })
const result = (id: string, content: unknown, more: Line = {}) => [
  { type: 'tool_result', tool_use_id: id, content, ...more },
]
const claude = (lines: readonly Line[], seenTurns = new Set<string>()) =>
  claudeCodeSessions(lines, { id: 'f', seenTurns })

describe('a session file of Claude Code', () => {
  it('shows one request for all lines of an answer, and results of calls made at once behind them', () => {
    const [session, ...more] = claude([
      user('1', null, 'go'),
      answer('2', '1', 'm1', { type: 'thinking', thinking: 'Hm.' }),
      answer('3', '2', 'm1', call('a')),
      user('5', '3', result('a', 'passed')),
      answer('4', '3', 'm1', call('b')),
      user('6', '4', result('b', [{ type: 'text', text: 'failed' }, { type: 'image' }], { is_error: true })),
      answer('7', '6', 'm2', { type: 'text', text: 'Done.' }),
    ])
    expect(more).toEqual([])
    expect(session?.asked).toEqual([1, 4])
    expect(session?.steps).toEqual([
      { user: 'go' },
      { turn: { said: '', calls: ['a', 'b'].map((id) => ({ id, name: 'Bash', input: { command: 'npm test' } })) } },
      { result: 'passed', id: 'a' },
      { result: 'failed', id: 'b', failed: true },
      { turn: { said: 'Done.', calls: [] } },
    ])
    expect(session?.countedTokens).toBe(18_000)
    expect(session?.project).toBe('/src/shop')
    expect(session?.setting).toMatchObject({ model: 'claude-opus-4-6', marked: '5m' })
    expect(session?.frameTokens).toBeGreaterThan(8_900)
  })

  it('goes on from an earlier message, from a summary, and with another model, as a session of its own', () => {
    const sessions = claude([
      user('1', null, 'go'),
      answer('2', '1', 'm1', { type: 'text', text: 'one' }),
      user('3', '2', 'wrong'),
      answer('4', '3', 'm2', { type: 'text', text: 'two' }),
      user('5', '2', 'right'),
      answer('6', '5', 'm3', { type: 'text', text: 'three' }),
      { type: 'system', subtype: 'compact_boundary', uuid: '7', parentUuid: null },
      user('8', '7', 'Summary: all is well.'),
      answer('9', '8', 'm4', { type: 'text', text: 'four' }),
      answer(
        '10',
        '9',
        'm5',
        { type: 'text', text: 'five' },
        { message: { id: 'm5', model: 'claude-haiku-4-5', content: 'five' } },
      ),
    ])
    expect(sessions.map(({ asked, steps }) => [asked, steps.length])).toEqual([
      [[1, 3], 4],
      [[3], 4],
      [[1], 2],
      [[2], 3],
    ])
    expect(JSON.stringify(sessions[1]?.steps)).not.toContain('wrong')
    expect(sessions[3]?.setting.model).toBe('claude-haiku-4-5')
  })

  it('counts a turn once that another file repeats, and no answer that the client made up itself', () => {
    const lines = [user('1', null, 'go'), answer('2', '1', 'm1', { type: 'text', text: 'one' })]
    const seen = new Set<string>()
    expect(claude(lines, seen)).toHaveLength(1)
    const again = claude(
      [...lines, user('3', '2', 'more'), answer('4', '3', 'm2', { type: 'text', text: 'two' })],
      seen,
    )
    expect(again.map(({ asked }) => asked)).toEqual([[3]])
    const error = answer('2', '1', 'm9', { type: 'text', text: 'API Error' }, { isApiErrorMessage: true })
    expect(claude([user('1', null, 'go'), error])).toEqual([])
  })

  it('keeps the agents that it started apart', () => {
    const side = { isSidechain: true }
    const sessions = claude([
      user('1', null, 'go'),
      answer('2', '1', 'm1', call('a')),
      user('s1', null, 'Look around.', side),
      answer('s2', 's1', 'm2', { type: 'text', text: 'Seen.' }, side),
      user('t1', null, 'Test.', { ...side, agentId: 't' }),
      answer('t2', 't1', 'm3', { type: 'text', text: 'Tested.' }, { ...side, agentId: 't' }),
      user('3', '2', result('a', 'ok')),
      answer('4', '3', 'm4', { type: 'text', text: 'Done.' }),
    ])
    expect(sessions.map(({ asked }) => asked)).toEqual([[1, 3], [1], [1]])
  })

  it('says how long the provider was to keep the prompt, and when each request was sent', () => {
    const usage = { cache_creation: { ephemeral_1h_input_tokens: 12 } }
    const [session] = claude([
      user('1', null, 'go', { timestamp: at(0) }),
      answer('2', '1', 'm1', call('a'), {
        message: { id: 'm1', model: 'claude-opus-4-6', content: [call('a')], usage },
      }),
      user('3', '2', result('a', 'ok'), { timestamp: at(30) }),
      answer(
        '4',
        '3',
        'm2',
        { type: 'text', text: 'Done.' },
        { message: { id: 'm2', model: 'claude-opus-4-6', content: 'Done.', usage } },
      ),
    ])
    expect(session?.setting.marked).toBe('1h')
    expect(session?.times).toEqual([0, 30 * 60_000])
  })
})

const item = (payload: Line, minute = 1): Line => ({ timestamp: at(minute), type: 'response_item', payload })
const said = (id: string, text: string) =>
  item({ type: 'message', id, role: 'assistant', content: [{ type: 'output_text', text }] })
const counted = (tokens: number): Line => ({
  timestamp: at(2),
  type: 'event_msg',
  payload: { type: 'token_count', info: { last_token_usage: { input_tokens: tokens } } },
})
const asks = (text: string) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })

describe('a session file of Codex', () => {
  it('shows a request for what the model says and calls until the client adds something', () => {
    const [session] = codexSessions(
      [
        { type: 'session_meta', payload: { cwd: '/src/shop' } },
        { type: 'turn_context', payload: { model: 'gpt-5.4' } },
        asks('go'),
        item({ type: 'reasoning', encrypted_content: 'gAAAA' }),
        said('m1', 'I look.'),
        item({ type: 'function_call', call_id: 'a', name: 'exec_command', arguments: '{"cmd":"ls"}' }),
        item({ type: 'custom_tool_call', call_id: 'b', name: 'apply_patch', input: '*** Begin Patch' }),
        item({ type: 'function_call_output', call_id: 'a', output: 'a.ts' }),
        item({ type: 'custom_tool_call_output', call_id: 'b', output: { content: 'ok' } }),
        counted(5_000),
        counted(5_000),
        said('m2', 'Done.'),
        counted(6_000),
      ],
      { id: 'f', seenTurns: new Set() },
    )
    expect(session?.asked).toEqual([1, 4])
    expect(session?.steps[1]).toEqual({
      turn: {
        said: 'I look.',
        calls: [
          { id: 'a', name: 'exec_command', input: { cmd: 'ls' } },
          { id: 'b', name: 'apply_patch', input: { input: '*** Begin Patch' } },
        ],
      },
    })
    expect(session?.countedTokens).toBe(11_000)
    expect(session?.project).toBe('/src/shop')
    expect(session?.setting).toEqual({ provider: 'openai', dialect: 'responses', model: 'gpt-5.4' })
  })

  it('starts over from what Codex kept when it shortened the conversation', () => {
    const kept = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'So far.' }] }]
    const sessions = codexSessions(
      [
        asks('go'),
        said('m1', 'one'),
        { type: 'compacted', payload: { message: 'Summary.', replacement_history: kept } },
        said('m2', 'two'),
      ],
      { id: 'f', seenTurns: new Set() },
    )
    expect(sessions.map(({ asked, steps }) => [asked, steps.length])).toEqual([
      [[1], 2],
      [[2], 3],
    ])
    expect(sessions[1]?.steps[1]).toEqual({ user: 'Summary.' })
  })
})
