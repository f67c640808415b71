// Clients send answers back as they came, or without what says nothing in them: both are the same conversation.

import { describe, expect, it } from 'vitest'
import { headsOf } from '../../../../core/chain/identity/identity.ts'
import { saysNothing } from '../../../../core/chain/identity/silent-members.ts'
import { type DialectId, dialects } from '../../../../core/dialects/registry.ts'
import { nextOf } from '../../../../core/json/read.ts'
import { scanBody, scanBodyPlainly, scanJson } from '../../../../core/json/scan.ts'
import { atOnce } from '../../../../core/runtime/pieces.ts'
import { headsOfTexts, secretOf, toldBy } from '../conversations.ts'

describe('members that say nothing', () => {
  const asked = '{"role":"user","content":"go"}'
  /** As each reader of bodies tells it. */
  const keysOf = (dialect: DialectId, answer: string) => {
    const list = dialect === 'responses' ? 'input' : 'messages'
    const body = `{"model":"m","${list}":[${[asked, answer, asked].join(',')}]}`
    const [bytes, all] = [Buffer.from(body), Number.POSITIVE_INFINITY]
    const [told, ...others] = [scanJson(body), scanBody(bytes, all), scanBodyPlainly(bytes, all)].map((tape) => {
      if (typeof tape !== 'object') throw new Error('not JSON')
      return toldBy(headsOf(atOnce(dialects[dialect].read(tape)), secretOf(7), 'm')?.own)
    })
    expect(others).toEqual([told, told])
    return told
  }

  it.each<[string, DialectId, string, string]>([
    [
      'of a text',
      'messages',
      '{"role":"assistant","content":[{"type":"text","text":"a","citations":null}]}',
      '{"role":"assistant","content":"a"}',
    ],
    [
      'of a call',
      'messages',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{},"caller":{"type":"direct"}}]}',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{}}]}',
    ],
    [
      'of a call, with blanks',
      'messages',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{},"caller": {"type": "direct"}}]}',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{}}]}',
    ],
    [
      'of an answer',
      'chat-completions',
      '{"role":"assistant","content":"a","refusal":null,"annotations":[],"audio":null,"function_call":null}',
      '{"role":"assistant","content":"a"}',
    ],
    [
      'of an item',
      'responses',
      '{"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[],"logprobs":[]}]}',
      '{"role":"assistant","content":"a"}',
    ],
    [
      'of what an item says of itself',
      'responses',
      '{"type":"message","role":"assistant","content":"a"}',
      '{"content":[{"type":"output_text","text":"a"}],"role":"assistant"}',
    ],
    [
      'of an answer of calls, as an empty text',
      'chat-completions',
      '{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"x","arguments":""}}]}',
      '{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"x","arguments":""}}]}',
    ],
    [
      'of an answer of calls, left out',
      'chat-completions',
      '{"tool_calls":[{"id":"c","type":"function","function":{"name":"x","arguments":""}}],"refusal":null,"role":"assistant"}',
      '{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"x","arguments":""}}]}',
    ],
    [
      'of an answer of calls, beside members that stand before it by their names',
      'chat-completions',
      '{"role":"assistant","audio":{"id":"a"},"content":null,"tool_calls":[{"id":"c"}]}',
      '{"role":"assistant","audio":{"id":"a"},"tool_calls":[{"id":"c"}]}',
    ],
    [
      'of what an item says of itself, beside a member that stands behind it by its name',
      'responses',
      '{"type":"message","role":"user","content":"a","user":"u"}',
      '{"role":"user","content":"a","user":"u"}',
    ],
    [
      'of what an item says of itself, as null',
      'responses',
      '{"type":null,"role":"user","content":"a"}',
      '{"type":"message","role":"user","content":"a"}',
    ],
    [
      'of an answer to a call, where a cached prefix ends at it',
      'responses',
      '{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"a","prompt_cache_breakpoint":{"mode":"explicit"}}]}',
      '{"type":"function_call_output","call_id":"c","output":"a"}',
    ],
    [
      'of what is said, where a cached prefix ends at it',
      'chat-completions',
      '{"role":"user","content":[{"type":"text","text":"a","prompt_cache_breakpoint":{"mode":"explicit","ttl":"12h"}}]}',
      '{"role":"user","content":"a"}',
    ],
    [
      'of a result that is no error',
      'messages',
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a","is_error":false}]}',
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a"}]}',
    ],
    [
      'of what was thought',
      'responses',
      '{"type":"reasoning","id":"rs_1","status":"completed","summary":[],"encrypted_content":"a"}',
      '{"type":"reasoning","summary":[],"encrypted_content":"a"}',
    ],
    [
      'of an item that calls',
      'responses',
      '{"id":"fc_1","type":"function_call","call_id":"c","name":"x","arguments":"{}","status":"completed"}',
      '{"type":"function_call","call_id":"c","name":"x","arguments":"{}"}',
    ],
  ])('lose no conversation where they are left out: %s', (_of, dialect, raw, bare) => {
    expect(keysOf(dialect, raw)).toEqual(keysOf(dialect, bare))
  })

  it.each<[string, DialectId, string, string]>([
    [
      'a call of a program',
      'messages',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{},"caller":{"type":"code","tool_id":"s"}}]}',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{}}]}',
    ],
    [
      'the id of a call',
      'messages',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{}}]}',
      '{"role":"assistant","content":[{"type":"tool_use","id":"u","name":"x","input":{}}]}',
    ],
    [
      'a caller of whom more is said',
      'messages',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{},"caller":{"type":"direct","of":"s"}}]}',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{}}]}',
    ],
    [
      'a text that names a breakpoint',
      'chat-completions',
      '{"role":"user","content":[{"type":"text","text":"a","prompt_cache_breakpoint":"b"}]}',
      '{"role":"user","content":"a"}',
    ],
    [
      'what a call is given under the name of a breakpoint',
      'messages',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{"prompt_cache_breakpoint":{"mode":"explicit"}}}]}',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{}}]}',
    ],
    [
      'a patch that has failed',
      'responses',
      '{"type":"apply_patch_call_output","call_id":"c","status":"failed"}',
      '{"type":"apply_patch_call_output","call_id":"c","status":"completed"}',
    ],
    [
      'an argument',
      'messages',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{"a":null}}]}',
      '{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{}}]}',
    ],
    [
      'a refusal',
      'chat-completions',
      '{"role":"assistant","content":"a","refusal":"no"}',
      '{"role":"assistant","content":"a"}',
    ],
    [
      'no content',
      'chat-completions',
      '{"role":"assistant","content":null,"tool_calls":[]}',
      '{"role":"assistant","tool_calls":[]}',
    ],
    ['no words', 'chat-completions', '{"role":"assistant","content":""}', '{"role":"assistant","content":null}'],
    [
      'words beside calls',
      'chat-completions',
      '{"role":"assistant","content":" ","tool_calls":[{"id":"c"}]}',
      '{"role":"assistant","content":"","tool_calls":[{"id":"c"}]}',
    ],
    [
      'two contents',
      'chat-completions',
      '{"role":"assistant","content":"","content":null,"tool_calls":[{"id":"c"}]}',
      '{"role":"assistant","content":null,"tool_calls":[{"id":"c"}]}',
    ],
    [
      'an error',
      'messages',
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a","is_error":true}]}',
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a","is_error":false}]}',
    ],
    [
      'an error that is said to be none as well',
      'messages',
      '{"role":"assistant","content":[{"type":"x_result","tool_use_id":"t","content":"a","is_error":true,"is_error":false}]}',
      '{"role":"assistant","content":[{"type":"x_result","tool_use_id":"t","content":"a","is_error":true}]}',
    ],
    [
      'a refusal that is taken back',
      'chat-completions',
      '{"role":"assistant","content":"a","refusal":"no","refusal":null}',
      '{"role":"assistant","content":"a","refusal":null,"refusal":"no"}',
    ],
    [
      'what was thought, by its name',
      'responses',
      '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":null}',
      '{"type":"reasoning","id":"rs_2","summary":[],"encrypted_content":null}',
    ],
    [
      'an item of another type',
      'responses',
      '{"type":"input","role":"user","content":"a"}',
      '{"role":"user","content":"a"}',
    ],
    [
      'an item whose type has a letter by number',
      'responses',
      String.raw`{"content":"a","role":"user","typ\u0065":"input"}`,
      '{"content":"a","role":"user","type":"input","type":"message"}',
    ],
    [
      'words behind a name with a letter by number',
      'chat-completions',
      String.raw`{"cont\u0065nt":"a","tool_calls":[{"id":"c"}]}`,
      '{"content":null,"content":"a","tool_calls":[{"id":"c"}]}',
    ],
    [
      'what is referred to',
      'responses',
      '{"type":"item_reference","id":"msg_1"}',
      '{"type":"item_reference","id":"msg_2"}',
    ],
  ])('are told apart from those that do: %s', (_what, dialect, one, other) => {
    expect(keysOf(dialect, one)).not.toEqual(keysOf(dialect, other))
  })

  it('cost no more for being many', () => {
    const item = `{"type":"x"${',"id":""'.repeat(50_000)}}`
    const since = process.cpuUsage()
    expect(toldBy(headsOfTexts('responses', [asked, item, asked])?.own)?.turn).toBe(1)
    expect(process.cpuUsage(since).user).toBeLessThan(2_000_000)
  })

  it('are looked for once for each name of an item', () => {
    const item = `{"type":"x"${',"id":""'.repeat(63)}}`
    const tape = scanJson(item)
    if (tape === undefined) throw new Error('not JSON')
    let looked = 0
    const cells = new Proxy(tape.cells, {
      get(all, at) {
        looked += 1
        return Reflect.get(all, at)
      },
    })
    for (let key = 1; key < nextOf(tape, 0); key += 2) saysNothing({ ...tape, cells }, 0, key)
    expect(looked).toBeLessThan(64 * 64)
  })
})
