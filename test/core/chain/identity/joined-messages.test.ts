// Anthropic joins messages of one side in a row: however many they are, it is the same conversation.

import { describe, expect, it } from 'vitest'
import { canonicalMessages } from '../../../../core/chain/identity/canonical-message.ts'
import { textOfPieces } from '../../../../core/chain/identity/gathered-pieces.ts'
import { joinedIn } from '../../../../core/chain/identity/joined-messages.ts'
import { messageAt } from '../../../../core/dialects/history/message-at.ts'
import type { DialectId } from '../../../../core/dialects/registry.ts'
import { elementsOf } from '../../../../core/json/read.ts'
import { scanJson } from '../../../../core/json/scan.ts'
import { headsOfTexts } from '../conversations.ts'

const user = (...blocks: readonly string[]): string => `{"role":"user","content":[${blocks.join(',')}]}`
const assistant = (...blocks: readonly string[]): string => `{"role":"assistant","content":[${blocks.join(',')}]}`
const text = (said: string): string => `{"type":"text","text":"${said}"}`
const call = (id: string): string => `{"type":"tool_use","id":"${id}","name":"x","input":{}}`
const result = (id: string): string => `{"type":"tool_result","tool_use_id":"${id}","content":"found ${id}"}`
const thought = '{"type":"thinking","thinking":"well","signature":"s"}'

/** Digest and key of each turn: messages count otherwise. */
const toldBy = (messages: readonly string[], dialect: DialectId = 'messages') => {
  const heads = headsOfTexts(dialect, messages)
  return heads === undefined ? [] : [heads.own, ...heads.earlier].map(({ digest, key }) => ({ digest, key }))
}

const go = '{"role":"user","content":"go"}'

describe('messages of one side in a row', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'results and calls',
      [go, assistant(text('a'), call('t'), call('u')), user(result('t'), result('u'))],
      [go, assistant(text('a')), assistant(call('t')), assistant(call('u')), user(result('t')), user(result('u'))],
    ],
    [
      'some of them together',
      [go, assistant(call('t'), call('u'), call('v')), user(result('t'), result('u'), result('v'))],
      [go, assistant(call('t'), call('u')), assistant(call('v')), user(result('t')), user(result('u'), result('v'))],
    ],
    [
      'words as strings',
      [go, assistant(call('t')), user(result('t'), text('and')), assistant(text('b')), go],
      [go, assistant(call('t')), user(result('t')), '{"role":"user","content":"and"}', assistant(text('b')), go],
    ],
    [
      'one of them with a member that says nothing',
      [go, assistant(call('t')), user(result('t'), text('and'))],
      [go, assistant(call('t')), user(result('t')), '{"role":"user","content":"and","name":null}'],
    ],
    [
      'markers of their own',
      [go, assistant(call('t')), user(result('t'), text('and'))],
      [
        go,
        assistant(call('t')),
        user(result('t')),
        user(text('and').replace('}', ',"cache_control":{"type":"ephemeral"}}')),
      ],
    ],
  ])('are one conversation with one of them: %s', (_which, together, apart) => {
    expect(toldBy(apart)).toEqual(toldBy(together))
  })

  it('say the same last without what the model has thought, together or apart', () => {
    const keysOf = (messages: readonly string[]) => toldBy([go, ...messages, go]).map(({ key }) => key)
    expect(keysOf([assistant(thought), assistant(text('a'))])).toEqual(keysOf([assistant(text('a'))]))
    expect(keysOf([assistant(thought), assistant(text('a'))])).toEqual(keysOf([assistant(thought, text('a'))]))
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['in another order', [go, user(text('a'))], [user(text('a')), go]],
    ['beside one of another role', [go, user(text('a'))], [go, user(text('a')).replace('user', 'guest')]],
    ['beside one that says more', [user(text('go'), text('a'))], [go, user(text('a')).replace('}]', '}],"name":"b"')]],
  ])('are another conversation %s', (_how, one, other) => {
    expect(toldBy(one)).not.toEqual(toldBy(other))
  })

  it('are several where no provider joins them', () => {
    const apart = [go, '{"role":"user","content":"a"}']
    const together = [user(text('go'), text('a'))]
    expect(toldBy(apart, 'chat-completions')).not.toEqual(toldBy(together, 'chat-completions'))
    expect(toldBy(apart)).toEqual(toldBy(together))
  })
})

it('are told by the names that their dialect gives to roles and content', () => {
  const tape = scanJson('[{"from":"us","said":"a"},{"said":"b","from":"us"},{"from":"it","said":"c"}]')
  if (tape === undefined) throw new Error('not JSON')
  const messages = elementsOf(tape, 0).map((node, at) => messageAt(tape, node, at < 2 ? 'client' : 'model', undefined))
  const spelling = {
    content: 'said',
    text: 'text',
    textType: () => 'said',
    joined: { member: 'from', client: 'us', model: 'it' },
  }
  expect(joinedIn({ tape, spelling, messages })(0, 3)).toBe(2)
  const pieces = textOfPieces(tape)
  const [first, second] = messages
  if (first !== undefined && second !== undefined)
    canonicalMessages({ tape, spelling, segments: [] })([first, second], pieces)
  expect(pieces.gathered()).toBe('{"said":[{"text":"a","type":"said"},{"text":"b","type":"said"}],"from":"us"}')
})
