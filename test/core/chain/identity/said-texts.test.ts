// An answer that is kept in pieces, or beside empty texts, is the same conversation as that of an application that keeps its text.

import { describe, expect, it } from 'vitest'
import { headsOf } from '../../../../core/chain/identity/identity.ts'
import { turnAloneKeys } from '../../../../core/chain/identity/turn-alone.ts'
import { type DialectId, dialects } from '../../../../core/dialects/registry.ts'
import { scanBody, scanBodyPlainly, scanJson } from '../../../../core/json/scan.ts'
import { atOnce } from '../../../../core/runtime/pieces.ts'
import { read } from '../../dialects/reading.ts'
import { secretOf } from '../conversations.ts'

const asked = '{"role":"user","content":"go"}'

/** Digest and key of the last turn, as each reader of bodies tells them. */
const told = (dialect: DialectId, messages: readonly string[]) => {
  const list = dialect === 'responses' ? 'input' : 'messages'
  const body = `{"model":"m","${list}":[${[asked, ...messages].join(',')}]}`
  const [bytes, all] = [Buffer.from(body), Number.POSITIVE_INFINITY]
  const [first, ...others] = [scanJson(body), scanBody(bytes, all), scanBodyPlainly(bytes, all)].map((tape) => {
    if (typeof tape !== 'object') throw new Error('not JSON')
    const own = headsOf(atOnce(dialects[dialect].read(tape)), secretOf(7), 'm')?.own
    return own && { turn: own.turn, digest: own.digest, key: own.key }
  })
  expect(others).toEqual([first, first])
  return first
}

const answering = (content: string): string[] => [`{"role":"assistant","content":${content}}`, asked]
const call = '{"type":"tool_use","id":"t","name":"x","input":{}}'
const result = '{"type":"tool_result","tool_use_id":"t","content":"r"}'
const calls = '"tool_calls":[{"id":"c","type":"function","function":{"name":"x","arguments":""}}]'
const [chatCall, chatResult] = [
  `{"role":"assistant","content":null,${calls}}`,
  '{"role":"tool","tool_call_id":"c","content":"r"}',
]
const [itemCall, itemResult] = [
  '{"type":"function_call","call_id":"c","name":"x","arguments":"{}"}',
  '{"type":"function_call_output","call_id":"c","output":"r"}',
]

describe('one text', () => {
  it.each<[string, DialectId, string[], string[]]>([
    [
      'in pieces with citations',
      'messages',
      answering(
        '[{"type":"text","text":"a \\"b"},{"type":"text","text":"\\u00e9","citations":[{"type":"char_location","cited_text":"x"}]},{"type":"text","text":" c","citations":null}]',
      ),
      answering('"a \\"bé c"'),
    ],
    [
      'in one piece with a citation',
      'messages',
      answering('[{"type":"text","text":"a","citations":[{"type":"page_location"}]}]'),
      answering('"a"'),
    ],
    [
      'in pieces beside a call',
      'messages',
      answering(`[{"type":"text","text":"a"},{"type":"text","text":"b"},${call}]`),
      answering(`[{"type":"text","text":"ab"},${call}]`),
    ],
    [
      'in pieces that are messages',
      'messages',
      ['{"role":"assistant","content":[{"type":"text","text":"a"}]}', ...answering('"b"')],
      answering('"ab"'),
    ],
    [
      'in parts',
      'chat-completions',
      answering('[{"type":"text","text":"a"},{"type":"text","text":"b"}]'),
      answering('"ab"'),
    ],
    [
      'in parts with annotations',
      'responses',
      answering(
        '[{"type":"output_text","text":"a","annotations":[{"type":"url_citation"}]},{"type":"output_text","text":"b","annotations":[]}]',
      ),
      answering('"ab"'),
    ],
  ])('is told the same %s', (_how, dialect, pieces, whole) => {
    expect(told(dialect, pieces)).toEqual(told(dialect, whole))
  })

  it.each<[string, DialectId, string[], string[]]>([
    [
      'texts on both sides of a call',
      'messages',
      answering(`[{"type":"text","text":"a"},${call},{"type":"text","text":"b"}]`),
      answering(`[{"type":"text","text":"ab"},${call}]`),
    ],
    [
      'texts of a user',
      'messages',
      answering('"a"').toSpliced(
        1,
        1,
        '{"role":"user","content":[{"type":"text","text":"b"},{"type":"text","text":"c"}]}',
      ),
      answering('"a"').toSpliced(1, 1, '{"role":"user","content":"bc"}'),
    ],
    [
      'a text of a user with sources',
      'messages',
      answering('"a"').toSpliced(1, 1, '{"role":"user","content":[{"type":"text","text":"b","citations":[]}]}'),
      answering('"a"').toSpliced(1, 1, '{"role":"user","content":"b"}'),
    ],
    [
      'items that each are a message',
      'responses',
      ['{"role":"assistant","content":"a"}', ...answering('"b"')],
      answering('"ab"'),
    ],
    ['a string in a list', 'messages', answering('["a"]'), answering('"a"')],
    ['blanks', 'messages', answering(`[{"type":"text","text":" "},${call}]`), answering(`[${call}]`)],
  ])('is told from %s', (_what, dialect, one, other) => {
    expect(told(dialect, one)).not.toEqual(told(dialect, other))
  })
})

/** Records know texts of results by their number: nothing else would tell whose spans are whose. */
describe('a text of a result', () => {
  const twoTexts = (type: string, first: string, second: string) =>
    `[{"type":"${type}","text":"${first}"},{"type":"${type}","text":"${second}"}]`
  const oneText = (type: string) => `[{"type":"${type}","text":"r"}]`
  const served = '{"type":"mcp_tool_use","id":"t","name":"x","server_name":"s","input":{}}'
  const servedResult = (content: string) =>
    `{"type":"mcp_tool_result","tool_use_id":"t","is_error":false,"content":${content}}`
  const at = (dialect: DialectId, messages: readonly string[]) =>
    read(
      dialects[dialect],
      `{"model":"m","${dialect === 'responses' ? 'input' : 'messages'}":[${[asked, ...messages].join(',')}]}`,
    ).segments.length

  it.each<[string, DialectId, (content: string) => string[], string, string]>([
    [
      'empty, in a list',
      'messages',
      (content) => [
        `{"role":"assistant","content":[${call}]}`,
        `{"role":"user","content":[${result.replace('"r"', content)}]}`,
      ],
      twoTexts('text', '', 'r'),
      oneText('text'),
    ],
    [
      'empty, in a list of a tool',
      'chat-completions',
      (content) => [chatCall, chatResult.replace('"r"', content)],
      twoTexts('text', '', 'r'),
      oneText('text'),
    ],
    [
      'empty, in a list of an item',
      'responses',
      (content) => [itemCall, itemResult.replace('"r"', content)],
      twoTexts('input_text', '', 'r'),
      oneText('input_text'),
    ],
    [
      'of a tool that the provider runs, in pieces',
      'messages',
      (content) => answering(`[${served},${servedResult(content)}]`),
      twoTexts('text', 'r', 's'),
      '[{"type":"text","text":"rs"}]',
    ],
  ])('is told as it comes: %s', (_what, dialect, messages, one, other) => {
    expect([at(dialect, messages(one)), at(dialect, messages(other))]).toEqual([2, 1])
    expect(told(dialect, messages(one))?.digest).not.toEqual(told(dialect, messages(other))?.digest)
  })
})

describe('an empty text', () => {
  it.each<[string, DialectId, string[], string[]]>([
    [
      'beside a call',
      'messages',
      answering(`[{"type":"text","text":"","cache_control":{"type":"ephemeral"}},${call}]`),
      answering(`[${call}]`),
    ],
    [
      'beside a result',
      'messages',
      [`{"role":"assistant","content":[${call}]}`, `{"role":"user","content":[${result},{"type":"text","text":""}]}`],
      [`{"role":"assistant","content":[${call}]}`, `{"role":"user","content":[${result}]}`],
    ],
    [
      'in a message behind a result',
      'messages',
      [
        `{"role":"assistant","content":[${call}]}`,
        `{"role":"user","content":[${result}]}`,
        '{"role":"user","content":[{"type":"text","text":""}]}',
      ],
      [`{"role":"assistant","content":[${call}]}`, `{"role":"user","content":[${result}]}`],
    ],
    [
      'behind a result of a tool',
      'chat-completions',
      [chatCall, chatResult, '{"role":"user","content":""}'],
      [chatCall, chatResult],
    ],
    [
      'in a list behind a result of a tool',
      'chat-completions',
      [chatCall, chatResult, '{"role":"user","content":[{"type":"text","text":""},{"type":"text","text":""}]}'],
      [chatCall, chatResult],
    ],
    [
      'before a call, as an item',
      'responses',
      ['{"type":"message","id":"msg_1","status":"completed","role":"assistant","content":[]}', itemCall, itemResult],
      [itemCall, itemResult],
    ],
  ])('says nothing %s', (_where, dialect, filled, bare) => {
    expect(told(dialect, filled)).toEqual(told(dialect, bare))
  })

  it.each<[string, DialectId, string[], string[]]>([
    [
      'of a result is told from a result without one',
      'messages',
      [`{"role":"user","content":[${result.replace('"r"', '[{"type":"text","text":""}]')}]}`],
      [`{"role":"user","content":[${result.replace('"r"', '[]')}]}`],
    ],
    [
      'of somebody who is named is told',
      'chat-completions',
      [chatCall, chatResult, '{"role":"user","name":"n","content":""}'],
      [chatCall, chatResult],
    ],
    [
      'of an item that is no message is told',
      'responses',
      [itemCall, itemResult, '{"type":"input","role":"user","content":""}'],
      [itemCall, itemResult],
    ],
  ])('%s', (_what, dialect, one, other) => {
    expect(told(dialect, one)).not.toEqual(told(dialect, other))
  })

  const nothing = { user: '{"role":"user","content":""}', assistant: '{"role":"assistant","content":""}' }
  const said = '{"role":"assistant","content":"b"}'

  it.each<[string, DialectId, string[], string[]]>([
    ['of the user', 'chat-completions', [said, nothing.user, said, asked], [said, said, asked]],
    ['of the user, twice', 'responses', [said, nothing.user, nothing.user, said, asked], [said, said, asked]],
    ['of the model', 'chat-completions', [nothing.assistant, asked, said, asked], [asked, said, asked]],
    ['of the model', 'messages', [nothing.assistant, asked, said, asked], [asked, said, asked]],
  ])('that is all of a turn %s is told in %s, because records count turns', (_whose, dialect, one, other) => {
    expect(told(dialect, one)?.turn).toBe((told(dialect, other)?.turn ?? 0) + 1)
    expect(told(dialect, one)?.digest).not.toBe(told(dialect, other)?.digest)
  })

  it('is not what a turn alone is known by', () => {
    const keyOf = (input: readonly string[]): string => {
      const transcript = read(dialects.responses, `{"model":"m","input":[${input.join(',')}]}`)
      return turnAloneKeys(transcript, secretOf(7), 'm')(input.length)
    }
    const empty = '{"role":"user","content":""}'
    expect(keyOf([itemCall, itemResult, empty])).toBe(keyOf([itemCall, itemResult]))
    expect(keyOf([itemCall, itemResult, empty])).not.toBe(keyOf([itemCall, itemResult.replace('"r"', '"s"'), empty]))
  })
})
