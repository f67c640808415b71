// Which member of a message is told as most have always been sent, whether its client says it or leaves it out.

import { describe, expect, it } from 'vitest'
import { toldIn } from '../../../../core/chain/identity/left-out-members.ts'
import { mostMembers } from '../../../../core/chain/identity/spelled-names.ts'
import { scanJson } from '../../../../core/json/scan.ts'

const told = (message: string, output?: string): string | undefined => {
  const tape = scanJson(message)
  if (tape === undefined) throw new Error('not JSON')
  const member = toldIn(tape, 0, { output })
  return member && `${member.name}:${member.value}`
}
/** So many members beside those that count. */
const others = (count: number): string => Array.from({ length: count }, (_, at) => `"m${at}":0`).join(',')

describe('an answer of chat completions', () => {
  it.each([
    '{"role":"assistant","tool_calls":[{"id":"1"}]}',
    '{"tool_calls":[{}],"content":null}',
    '{"content":"","tool_calls":[0]}',
    `{"tool_calls":[{}],${others(mostMembers - 1)}}`,
    // A long name is no spelling of these.
    `{"tool_calls":[{}],"${'\\u0061'.repeat(20)}":1}`,
  ])('that is calls alone has no content: %s', (message) => {
    expect(told(message)).toBe('"content":null')
  })

  it.each([
    '{"tool_calls":[{}],"content":"words"}',
    '{"tool_calls":[{}],"content":[]}',
    '{"tool_calls":[]}',
    '{"tool_calls":{"a":1}}',
    '{"tool_calls":"[{}]"}',
    '{"calls":[{}]}',
    '{"content":null}',
    // Which of two counts is its reader's.
    '{"tool_calls":[{}],"content":null,"content":null}',
    '{"tool_calls":[{}],"\\u0063ontent":null}',
    `{"tool_calls":[{}],${others(mostMembers)}}`,
    '[]',
  ])('otherwise is as it comes: %s', (message) => {
    expect(told(message)).toBeUndefined()
  })
})

describe('an item of Responses', () => {
  it.each([
    '{"role":"user","content":"go"}',
    '{"type":null,"role":"user"}',
    `{"role":"user",${others(mostMembers - 1)}}`,
  ])('that says who speaks is a message: %s', (item) => {
    expect(told(item, '"output"')).toBe('"type":"message"')
  })

  it.each([
    '{"type":"message","role":"user"}',
    '{"content":"go"}',
    '{"role":"user","\\u0074ype":"message"}',
    `{"role":"user",${others(mostMembers)}}`,
    '{"tool_calls":[{}]}',
  ])('otherwise is as it comes: %s', (item) => {
    expect(told(item, '"output"')).toBeUndefined()
  })
})
