// What the simulated provider renders beside the text of a request, by what is published of what ends its reading.

import { describe, expect, it } from 'vitest'
import { markedCache } from '../../../eval/cost/provider/caches.ts'
import { promptReader } from '../../../eval/cost/provider/prompt.ts'
import { type Rendering, renderings } from '../../../eval/cost/provider/rendering.ts'

const marker = { cache_control: { type: 'ephemeral' } }
const words = (text: string): object => ({ type: 'text', text: `${text} `.repeat(3_000) })
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo' } }

interface Asked {
  readonly [member: string]: unknown
  readonly content?: readonly object[]
}

/** A tool, a system text and a message of 3,000 tokens each, the last two marked. */
const body = ({ content = [], ...members }: Asked = {}): string =>
  JSON.stringify({
    model: 'claude-sonnet-4-5',
    tools: [{ name: 'tool', description: 'tool '.repeat(3_000) }],
    system: [{ ...words('system'), ...marker }],
    messages: [{ role: 'user', content: [...content, { ...words('message'), ...marker }] }],
    ...members,
  })

const count = (text: string): number => text.split(' ').length - 1

/** Tokens that the second request reads, in thousands. */
const readAfter = (first: Asked, second: Asked, rules: Rendering | undefined): number => {
  const read = promptReader(count, rules)
  const cache = markedCache()
  cache(read(body(first)), 0)
  return Math.round(cache(read(body(second)), 1).read / 1_000)
}

const [documented, ahead] = renderings.anthropic
const thinking = { thinking: { type: 'enabled', budget_tokens: 2_000 } }

describe('a marked cache', () => {
  it.each([
    ['nothing that is sampled', {}, { max_tokens: 9, temperature: 0 }, 9],
    ['which tool must be called', {}, { tool_choice: { type: 'any' } }, 6],
    ['whether the model thinks', {}, thinking, 6],
    ['how much it may think', thinking, { thinking: { type: 'enabled', budget_tokens: 8_000 } }, 6],
    ['its effort', {}, { output_config: { effort: 'low' } }, 6],
    ['its speed', {}, { speed: 'fast' }, 0],
    ['whether there are images', {}, { content: [picture] }, 6],
    ['its tools', {}, { tools: [] }, 0],
  ])('is read up to what a change of %s leaves', (_what, first, second, thousands) => {
    expect(readAfter(first, second, documented)).toBe(thousands)
  })

  it('may have thinking before all else', () => {
    expect(readAfter({}, thinking, ahead)).toBe(0)
    expect(readAfter({}, { tool_choice: { type: 'any' } }, ahead)).toBe(6)
  })
})

describe('thinking', () => {
  const thought = { type: 'thinking', thinking: 'thought '.repeat(100), signature: 'signed' }
  const prompt = (model: string, last: object): number => {
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [thought, { type: 'tool_use', id: 'a', name: 'tool', input: {} }] },
      { role: 'user', content: [last] },
    ]
    return promptReader(
      count,
      documented,
    )(JSON.stringify({ model, messages })).blocks.filter(({ thinking: thinks }) => thinks).length
  }
  const answered = { type: 'tool_result', tool_use_id: 'a', content: 'done' }

  it('stays while tools answer, and goes with the next words of the user where the model forgets it', () => {
    expect(prompt('claude-sonnet-4-5', answered)).toBe(1)
    expect(prompt('claude-sonnet-4-5', words('next'))).toBe(0)
    expect(prompt('claude-haiku-4-5', words('next'))).toBe(0)
    expect(prompt('claude-opus-4-6', words('next'))).toBe(1)
  })

  const thinkingLeft = (rules: Rendering | undefined, model: string, turns: number, members: object = {}): number => {
    const turn = [
      { role: 'user', content: [words('next')] },
      { role: 'assistant', content: [thought, { type: 'tool_use', id: 'a', name: 'tool', input: {} }] },
      { role: 'user', content: [answered] },
      { role: 'assistant', content: [thought, { type: 'tool_use', id: 'a', name: 'tool', input: {} }] },
    ]
    const messages = [...Array.from({ length: turns }, () => turn).flat(), { role: 'user', content: [words('next')] }]
    return promptReader(
      count,
      rules,
    )(JSON.stringify({ model, messages, ...members })).blocks.filter(({ thinking: thinks }) => thinks).length
  }

  it('or stays until the model thinks again', () => {
    expect(thinkingLeft(documented, 'claude-haiku-4-5', 2)).toBe(0)
    expect(thinkingLeft(ahead, 'claude-haiku-4-5', 2)).toBe(2)
  })

  it('stays of so many turns as the client keeps, which are answers or all from words to words', () => {
    const clearing = (keep: unknown) => ({ context_management: { edits: [{ type: 'clear_thinking_20251015', keep }] } })
    const one = clearing({ type: 'thinking_turns', value: 1 })
    expect([documented, ahead].map((rules) => thinkingLeft(rules, 'claude-opus-5', 2, one))).toEqual([1, 2])
    expect(thinkingLeft(documented, 'claude-haiku-4-5', 2, clearing('all'))).toBe(4)
  })
})

it('an image costs the same, however many characters it has', () => {
  const read = promptReader(count)
  const tokens = (data: string): number =>
    read(JSON.stringify({ model: 'gpt-5.4', input: [{ type: 'input_image', image_url: data }] })).blocks[0]?.tokens ?? 0
  expect(tokens('a'.repeat(9_000))).toBe(tokens('a'))
  expect(tokens('a')).toBeGreaterThan(1_000)
})

describe('results that a provider is asked to clear', () => {
  const turn = (index: number): object[] => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${index}`, name: 'bash', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: [words('result')], ...marker }],
    },
  ]
  const asked = (turns: number, edit: object): Asked => ({
    messages: [
      { role: 'user', content: [words('go')] },
      ...Array.from({ length: turns }, (_, at) => turn(at)).flat(),
    ].map((message, index, all) =>
      index === all.length - 1
        ? message
        : JSON.parse(JSON.stringify(message).replaceAll(',"cache_control":{"type":"ephemeral"}', '')),
    ),
    context_management: { edits: [edit] },
  })
  const clearing = (value: number, more: object = {}): object => ({
    type: 'clear_tool_uses_20250919',
    trigger: { type: 'input_tokens', value },
    keep: { type: 'tool_uses', value: 1 },
    ...more,
  })
  const tokensOf = (turns: number, edit: object, rules: Rendering | undefined): number =>
    Math.round(
      promptReader(count, rules)(body(asked(turns, edit))).blocks.reduce((sum, { tokens }) => sum + tokens, 0) / 1_000,
    )

  it('stay while the prompt is shorter than that, or too little would go', () => {
    expect(tokensOf(3, clearing(20_000), documented)).toBe(18)
    expect(tokensOf(3, clearing(15_000, { clear_at_least: { type: 'input_tokens', value: 9_000 } }), documented)).toBe(
      18,
    )
  })

  it('go but for the newest', () => {
    expect(tokensOf(3, clearing(15_000), documented)).toBe(12)
    expect(tokensOf(3, { ...clearing(0), trigger: { type: 'tool_uses', value: 2 } }, documented)).toBe(12)
  })

  it('may be counted anew with each request, or stay as they were cleared until it is too long again', () => {
    expect(tokensOf(4, clearing(15_500), documented)).toBe(12)
    expect(tokensOf(4, clearing(15_500), ahead)).toBe(15)
  })

  it('give way with all else to a summary', () => {
    const compacting = { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 15_000 } }
    expect(tokensOf(2, compacting, documented)).toBe(15)
    expect(tokensOf(3, compacting, documented)).toBe(10)
  })
})
