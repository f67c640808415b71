// Stores of objects sign the addresses of files for minutes: an address that is signed anew names the same file.

import { describe, expect, it } from 'vitest'
import type { DialectId } from '../../../../core/dialects/registry.ts'
import { headsOfTexts, toldBy } from '../conversations.ts'

describe('an address that is signed anew', () => {
  const [one, other] = [
    'https://files.example.com/a.png?expires=1&signature=x',
    'https://files.example.com/a.png?expires=2&signature=y',
  ]
  const headOf = (dialect: DialectId, ...messages: readonly string[]) => toldBy(headsOfTexts(dialect, messages)?.own)
  const call = '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{}}]}'

  it.each<[string, DialectId, (address: string) => readonly string[]]>([
    [
      'of a picture',
      'messages',
      (url) => [`{"role":"user","content":[{"type":"image","source":{"type":"url","url":"${url}"}}]}`],
    ],
    [
      'of a picture in a result',
      'messages',
      (url) => [
        '{"role":"user","content":"go"}',
        call,
        `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"image","source":{"url": "${url}","type":"url"}}]}]}`,
      ],
    ],
    [
      'of a document',
      'messages',
      (url) => [`{"role":"user","content":[{"type":"document","source":{"type":"url","url":"${url}"}}]}`],
    ],
    [
      'of a picture',
      'chat-completions',
      (url) => [`{"role":"user","content":[{"type":"image_url","image_url":{"url":"${url}","detail":"high"}}]}`],
    ],
    ['of a picture', 'responses', (url) => [`{"role":"user","content":[{"type":"input_image","image_url":"${url}"}]}`]],
    ['of a file', 'responses', (url) => [`{"role":"user","content":[{"type":"input_file","file_url":"${url}"}]}`]],
    [
      'of a picture in a result',
      'responses',
      (url) => [
        '{"role":"user","content":"go"}',
        '{"type":"function_call","call_id":"t","name":"x","arguments":"{}"}',
        `{"type":"function_call_output","call_id":"t","output":[{"type":"input_image","image_url":"${url}"}]}`,
      ],
    ],
  ])('loses no conversation: %s, in %s', (_of, dialect, spelled) => {
    expect(headOf(dialect, ...spelled(one))).toEqual(headOf(dialect, ...spelled(other)))
    expect(headOf(dialect, ...spelled(one))).not.toEqual(headOf(dialect, ...spelled(one.replace('/a.', '/b.'))))
  })

  it.each<[string, DialectId, (address: string) => readonly string[]]>([
    [
      'that a call is given',
      'messages',
      (url) => [
        '{"role":"user","content":"go"}',
        `{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{"image_url":"${url}","source":{"url":"${url}"}}}]}`,
        '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a"}]}',
      ],
    ],
    ['in a text', 'messages', (url) => [`{"role":"user","content":[{"type":"text","text":"${url}"}]}`]],
    [
      'of a source that is cited',
      'messages',
      (url) => [`{"role":"user","content":[{"type":"search_result","source":"${url}"}]}`],
    ],
    [
      'of another kind',
      'chat-completions',
      (url) => [
        `{"role":"user","content":[{"type":"image_url","image_url":{"url":"${url.replace('https', 'data')}"}}]}`,
      ],
    ],
  ])('is another one %s, in %s', (_where, dialect, spelled) => {
    expect(headOf(dialect, ...spelled(one))).not.toEqual(headOf(dialect, ...spelled(other)))
  })
})
