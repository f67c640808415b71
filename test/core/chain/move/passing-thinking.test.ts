// Which thinking goes again, and what may move before it.

import { describe, expect, it } from 'vitest'
import { messageBlocksOf } from '../../../../core/caches/asked.ts'
import { anthropicPrices, cachePricesOf } from '../../../../core/caches/rows.ts'
import { endsLostIn, lastsFrom, passingThinkingIn, unthoughtIn } from '../../../../core/chain/move/passing-thinking.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { read } from '../../dialects/reading.ts'

const thinking = { type: 'thinking', thinking: 'Hm.', signature: 's' }
const answer = (id: string, ...before: readonly object[]) => ({
  role: 'assistant',
  content: [...before, { type: 'tool_use', id, name: 'bash', input: {} }],
})
const result = (id: string) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'text' }] })
const words = { role: 'user', content: 'Go on.' }
const remarked = { role: 'user', content: [...result('c').content, { type: 'text', text: 'Be quick.' }] }

const clearing = (keep?: unknown) => ({
  context_management: { edits: [{ type: 'clear_thinking_20251015', ...(keep === undefined ? {} : { keep }) }] },
})
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

  it('is none of a client that has taken out nothing, or that has only begun to think', () => {
    const thought = [words, answer('a', thinking), result('a'), answer('b'), words]
    expect(passingIn([...thought, answer('c', thinking), result('c'), answer('d'), result('d')])).toBeUndefined()
    const silent = [words, answer('a'), words, answer('b'), result('b')]
    expect(passingIn([...silent, answer('c', thinking), result('c'), answer('d'), result('d')])).toBeUndefined()
  })

  it('is the oldest that is kept, where the client has older ones cleared', () => {
    const run = [words, answer('a', thinking), result('a'), answer('b', thinking), result('b')]
    expect(passingIn(run, false, clearing())).toBe(3)
    expect(passingIn(run, false, clearing(null))).toBe(3)
    expect(passingIn(run, false, clearing({ type: 'thinking_turns', value: 1 }))).toBe(3)
    expect(passingIn(run, false, clearing({ type: 'thinking_turns', value: 2 }))).toBe(1)
    expect(passingIn(run, false, clearing({ type: 'thinking_turns', value: 9 }))).toBe(1)
    for (const all of ['all', { type: 'all' }]) expect(passingIn(run, true, clearing(all))).toBeUndefined()
  })

  it('is told in messages of tools as well', () => {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'bash', arguments: '{}' } })
    const asking = (id: string) => ({ role: 'assistant', content: [thinking], tool_calls: [call(id)] })
    const messages = ['a', 'b'].flatMap((id) => [asking(id), { role: 'tool', tool_call_id: id, content: 'text' }])
    const chat = read(dialects['chat-completions'], { model: 'm', messages: [words, ...messages] })
    expect(passingThinkingIn(chat, true)).toBe(1)
  })

  it('is told in items as well', () => {
    const reasoning = { type: 'reasoning', summary: [] }
    const call = { type: 'function_call', call_id: 'a', name: 'bash', arguments: '{}' }
    const output = { type: 'function_call_output', call_id: 'a', output: 'text' }
    const input = [{ role: 'user', content: 'Go on.' }, call, output, reasoning, { ...call, call_id: 'b' }]
    const transcript = read(dialects.responses, { model: 'm', input: [...input, { ...output, call_id: 'b' }] })
    expect(passingThinkingIn(transcript, false)).toBe(3)
    const run = [reasoning, call, { ...output, type: 'local_shell_call_output' }, reasoning, call, output]
    const asked = [{ role: 'user', content: 'Go on.' }, call, output, { role: 'user', content: 'And now?' }, ...run]
    expect(passingThinkingIn(read(dialects.responses, { model: 'm', input: asked }), false)).toBe(4)
  })
})

describe('the last turn that a model was sent without thinking', () => {
  const unthought = (
    messages: readonly object[],
    forgets = true,
    members: object = {},
    before?: { readonly turn: number; readonly unthought: number | undefined },
  ): number | undefined => {
    // Each turn ends with a message of the client, here the first, the third, and so on.
    const ends = messages.flatMap((_, index) => (index % 2 === 0 ? [{ turn: index / 2 + 1, messages: index + 1 }] : []))
    const known = before && { head: { turn: before.turn, messages: 2 * before.turn - 1 }, unthought: before.unthought }
    return unthoughtIn(read(dialects.messages, { model: 'm', messages, ...members }), forgets, ends.reverse(), known)
  }
  const asked = [words, answer('a', thinking), result('a'), answer('b'), words]
  const run = [...asked, answer('c'), result('c')]

  it('is the last before the first thinking behind the last words, or the last of all', () => {
    expect(unthought(asked)).toBe(3)
    expect(unthought(run)).toBe(4)
    expect(unthought([...run, answer('d', thinking), result('d'), answer('e', thinking), result('e')])).toBe(4)
    expect(unthought([...asked, answer('d', thinking), result('d'), answer('e'), result('e')])).toBe(3)
  })

  it('is told of nothing that has no thinking before these words', () => {
    expect(unthought([words, answer('a'), words])).toBeUndefined()
    expect(unthought([words, answer('a', thinking), result('a')])).toBeUndefined()
  })

  it('is what it was until the client says more, or until it is known where thinking begins again', () => {
    const longer = [...run, answer('d', thinking), result('d')]
    expect(unthought(longer, true, {}, { turn: 4, unthought: 3 })).toBe(3)
    expect(unthought(longer, true, {}, { turn: 4, unthought: undefined })).toBeUndefined()
    expect(unthought(run, true, {}, { turn: 3, unthought: 3 })).toBe(4)
    expect(unthought(longer, true, {}, { turn: 4, unthought: 4 })).toBe(4)
    expect(unthought(longer, true, {}, { turn: 2, unthought: 1 })).toBe(4)
  })

  it('is told of no model that keeps thinking, and of no client that says what is kept', () => {
    expect(unthought(run, false)).toBeUndefined()
    for (const keep of ['all', undefined, { type: 'thinking_turns', value: 2 }])
      expect(unthought(run, true, clearing(keep))).toBeUndefined()
  })
})

describe('the end of a turn is lost', () => {
  const lost = (messages: readonly object[], forgets: boolean, members: object = {}): number[] => {
    const isLost = endsLostIn(read(dialects.messages, { model: 'm', messages, ...members }), forgets)
    return messages.map((_, index) => index + 1).filter((end) => isLost({ messages: end }))
  }
  const run = [words, answer('a', thinking), result('a'), answer('b'), words]

  it('where it was sent with thinking of before the last words, or of before the thinking behind them', () => {
    expect(lost(run, true)).toEqual([2, 3, 4])
    expect(lost([...run, answer('c'), result('c')], true)).toEqual([2, 3, 4])
    expect(lost([...run, answer('c', thinking), result('c')], true)).toEqual([2, 3, 4, 5])
    expect(lost(run.slice(0, 3), true)).toEqual([])
  })

  it('where it was sent with thinking that the client has cleared', () => {
    const twice = [words, answer('a', thinking), result('a'), answer('b', thinking), result('b')]
    expect(lost(twice, false, clearing())).toEqual([2, 3])
    expect(lost(twice, true, clearing({ type: 'thinking_turns', value: 2 }))).toEqual([])
  })

  it('nowhere else', () => {
    expect(lost(run, false)).toEqual([])
    expect(lost(run, true, clearing('all'))).toEqual([])
    expect(lost([words, answer('a'), words], true)).toEqual([])
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
