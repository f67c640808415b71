import { describe, expect, it } from 'vitest'
import { dialects } from '../../../../core/dialects/registry.ts'
import { seen } from '../reading.ts'

describe('responses', () => {
  const call = { type: 'function_call', call_id: '1', name: 'weather', arguments: '{}' }
  it.each([
    {
      why: 'a function output',
      input: [call, { type: 'function_call_output', call_id: '1', output: 'sunny', id: 'fco_1' }],
      expected: ['sunny'],
    },
    {
      why: 'parts',
      input: [
        call,
        {
          type: 'function_call_output',
          call_id: '1',
          output: [
            { type: 'input_text', text: 'sunny' },
            { type: 'input_image', image_url: 'x' },
          ],
        },
      ],
      expected: ['sunny'],
    },
    {
      why: 'a part at which a cached prefix ends',
      input: [
        call,
        {
          type: 'function_call_output',
          call_id: '1',
          output: [{ type: 'input_text', text: 'sunny', prompt_cache_breakpoint: { mode: 'explicit' } }],
        },
      ],
      expected: ['sunny'],
    },
    {
      why: 'a custom tool',
      input: [
        { type: 'custom_tool_call', call_id: '1', name: 'apply_patch', input: 'p' },
        { type: 'custom_tool_call_output', call_id: '1', output: 'done' },
      ],
      expected: ['file-read'],
    },
    {
      why: 'the local shell',
      input: [
        { type: 'local_shell_call', call_id: '1', action: { type: 'exec', command: ['make'] } },
        { type: 'local_shell_call_output', call_id: '1', output: 'built' },
      ],
      expected: ['built'],
    },
    {
      why: 'the local shell, reading',
      input: [
        { type: 'local_shell_call', call_id: '1', action: { type: 'exec', command: ['cat', 'a'] } },
        { type: 'local_shell_call_output', call_id: '1', output: 'a' },
      ],
      expected: ['file-read'],
    },
    {
      why: 'an unfinished output',
      input: [call, { type: 'function_call_output', call_id: '1', output: 'half', status: 'incomplete' }],
      expected: ['error-result'],
    },
    {
      why: 'history kept by the provider',
      input: [{ type: 'function_call_output', call_id: '1', output: 'sunny' }],
      expected: ['unknown-call'],
    },
    {
      why: 'a call that a reference names, and one beside it',
      input: [
        { type: 'item_reference', id: 'fc_2' },
        call,
        { type: 'function_call_output', call_id: '1', output: 'sunny' },
        { type: 'function_call_output', call_id: '2', output: 'cloudy' },
      ],
      expected: ['sunny', 'unknown-call'],
    },
    {
      why: 'reasoning, references, compaction and unknown items',
      input: [
        { type: 'reasoning', encrypted_content: 'e' },
        { type: 'item_reference', id: 'x' },
        { type: 'compaction', encrypted_content: 'e' },
        { type: 'compaction_trigger' },
        { type: 'shell_call_output', output: 'x' },
      ],
      expected: [],
    },
    { why: 'input that is a string', input: 'hello', expected: [] },
  ])('$why', ({ input, expected }) => {
    expect(seen(dialects.responses, { model: 'gpt-5', input })).toEqual(expected)
  })
})
