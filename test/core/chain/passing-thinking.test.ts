// Which thinking goes again, and what may move before it.

import { describe, expect, it } from 'vitest'
import { messageBlocksOf } from '../../../core/caches/asked.ts'
import { anthropicPrices, cachePricesOf } from '../../../core/caches/rows.ts'
import { lastsFrom, passingThinkingIn } from '../../../core/chain/passing-thinking.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { read } from '../dialects/reading.ts'

const thinking = { type: 'thinking', thinking: 'Hm.', signature: 's' }
const answer = (id: string, ...before: readonly object[]) => ({
  role: 'assistant',
  content: [...before, { type: 'tool_use', id, name: 'bash', input: {} }],
})
const result = (id: string) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'text' }] })
const words = { role: 'user', content: 'Go on.' }
const remarked = { role: 'user', content: [...result('c').content, { type: 'text', text: 'Be quick.' }] }

const passingIn = (messages: readonly object[], forgets = false, members: object = {}): number | undefined =>
  passingThinkingIn(read(dialects.messages, { model: 'm', messages, ...members }), forgets)

describe('thinking that goes again', () => {
  it('is none where nobody has thought, or nobody is known to take it out', () => {
    expect(passingIn([words, answer('a'), result('a')], true)).toBeUndefined()
    expect(passingIn([words, answer('a', thinking), result('a'), answer('b'), result('b')])).toBeUndefined()
  })

  it('is that of the last answer, where there is no other', () => {
    expect(passingIn([words, answer('a'), result('a'), answer('b', thinking), result('b')])).toBe(3)
  })

  it('is that since the last words, where the provider forgets it with the next', () => {
    const run = [words, answer('a', thinking), result('a'), answer('b', thinking), result('b')]
    expect(passingIn(run, true)).toBe(1)
    expect(passingIn([...run, answer('c'), remarked], true)).toBeUndefined()
    expect(passingIn([...run, answer('c'), remarked, answer('d', thinking), result('d')], true)).toBe(7)
  })

  it('is that since the last words, where the client has taken out all before', () => {
    const before = [words, answer('a'), result('a'), answer('b'), words]
    expect(passingIn([...before, answer('c', thinking), result('c'), answer('d', thinking), result('d')])).toBe(5)
  })

  it('is the newest, where the client has the others cleared', () => {
    const run = [words, answer('a', thinking), result('a'), answer('b', thinking), result('b')]
    const clearing = (keep?: unknown) => ({
      context_management: { edits: [{ type: 'clear_thinking_20251015', ...(keep === undefined ? {} : { keep }) }] },
    })
    expect(passingIn(run, false, clearing())).toBe(3)
    expect(passingIn(run, false, clearing({ type: 'thinking_turns', value: 1 }))).toBe(3)
    expect(passingIn(run, false, clearing('all'))).toBeUndefined()
  })

  it('is told in items as well', () => {
    const reasoning = { type: 'reasoning', summary: [] }
    const call = { type: 'function_call', call_id: 'a', name: 'bash', arguments: '{}' }
    const output = { type: 'function_call_output', call_id: 'a', output: 'text' }
    const input = [{ role: 'user', content: 'Go on.' }, call, output, reasoning, { ...call, call_id: 'b' }]
    const transcript = read(dialects.responses, { model: 'm', input: [...input, { ...output, call_id: 'b' }] })
    expect(passingThinkingIn(transcript, false)).toBe(3)
  })
})

it('text before it moves where a marker stands between', () => {
  const messages = [words, answer('a'), result('a'), answer('b', thinking), result('b')]
  const transcript = read(dialects.messages, { model: 'm', messages })
  const blocks = messageBlocksOf(transcript)
  const movesAt = (surelyEnds: 'anywhere' | 'markers', ...blocksBehind: readonly number[]): boolean[] => {
    const markers = blocksBehind.map((behind) => ({
      blocksBehind: behind,
      lifetime: cachePricesOf(anthropicPrices, 'm', false).lifetime,
    }))
    const asked = { lifetimeMs: 1, surelyEnds, frameMarked: true, markers }
    const lasts = lastsFrom({ asked, blocks, passingThinking: () => passingThinkingIn(transcript, false) })
    return [2, 4].map(lasts)
  }
  expect(movesAt('markers', 0)).toEqual([false, true])
  expect(movesAt('markers', 0, 2)).toEqual([false, true])
  expect(movesAt('markers', 0, 3)).toEqual([true, true])
  expect(movesAt('markers', 0, 4)).toEqual([false, true])
  expect(movesAt('anywhere')).toEqual([true, true])
})
