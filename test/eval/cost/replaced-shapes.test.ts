// Summaries in place of history, what providers have made themselves, and agents that share a conversation.

import { describe, expect, it } from 'vitest'
import { promptReader } from '../../../eval/cost/provider/prompt.ts'
import { madeUpSession } from '../../../eval/cost/search/client/session.ts'
import type { ModelName } from '../../../eval/cost/search/shapes/models.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'

const wavesOf = (shape: ShapeName, model: ModelName = 'sonnet') =>
  [1, 2, 3, 4, 5, 6].flatMap((number) => [...madeUpSession({ number, shape, model, lifetime: '1h' }).waves()])

const bodiesOf = (shape: ShapeName, model?: ModelName) =>
  wavesOf(shape, model)
    .flat()
    .map(({ body }) => body)

const read = promptReader((text) => text.length)
const lengthOf = (body: object): number => read(JSON.stringify(body)).blocks.length

describe('a provider', () => {
  const asked = { role: 'user', content: 'Begin.' }
  const summed = { role: 'assistant', content: [{ type: 'compaction', content: 'So far.' }] }

  it('reads nothing before a block that stands for it', () => {
    expect(lengthOf({ model: 'claude-sonnet-4-5', system: [], messages: [asked, summed, asked] })).toBe(2)
  })

  it('reads what was thought since the user spoke last', () => {
    const rules = { reasons: true, forgetsThinking: /./, thinkingTurns: 'answers' } as const
    const prompt = promptReader((text) => text.length, rules)
    const answer = { role: 'assistant', content: 'Yes.', reasoning_content: 'Perhaps.' }
    const thoughtOf = (...messages: object[]): number =>
      prompt(JSON.stringify({ model: 'large-2', messages })).blocks.filter(({ thinking }) => thinking).length
    expect(thoughtOf(asked, answer)).toBe(1)
    expect(thoughtOf(asked, answer, asked)).toBe(0)
  })
})

describe('a client', () => {
  it('sends all that a block stands for', () => {
    const blocks = bodiesOf('compaction blocks').filter((body) => body.includes('"compaction"'))
    expect(blocks.length).toBeGreaterThan(0)
    for (const body of blocks) expect(JSON.parse(body).messages[0].role).toBe('user')
  })

  it('goes on from a summary that was made beside the conversation', () => {
    const begun = bodiesOf('summed up beside').filter((body) => JSON.parse(body).messages[0].role === 'assistant')
    expect(begun.length).toBeGreaterThan(0)
    for (const body of begun) expect(JSON.parse(body).messages[0].content[0].type).toBe('compaction')
  })

  it('keeps what the user has said', () => {
    const waves = wavesOf('only words kept', 'gpt-5.4').flat()
    const at = waves.findIndex(({ act }) => act === 'keepWords')
    expect(at).toBeGreaterThan(-1)
    expect(waves[at + 1]?.body).not.toContain('call_1')
  })

  it('tells in chat what its model has thought, until the user speaks', () => {
    expect(bodiesOf('reasoning in chat', 'unknown').some((body) => body.includes('"reasoning_content"'))).toBe(true)
    const spoken = bodiesOf('reasoning once stored', 'unknown').filter((body) => {
      const [answer, words] = JSON.parse(body).messages.slice(-2)
      return answer.role === 'assistant' && words.role === 'user'
    })
    expect(spoken.length).toBeGreaterThan(0)
    expect(spoken.some((body) => body.includes('"reasoning_content"'))).toBe(false)
  })

  it('has what tools of the provider gave in its answers', () => {
    expect(bodiesOf('run by the provider').some((body) => body.includes('"mcp_tool_result"'))).toBe(true)
    expect(bodiesOf('run by the provider', 'gpt-5.6').some((body) => body.includes('"mcp_call"'))).toBe(true)
  })

  it.each(['forms by turns', 'skills by turns'] as const)('asks otherwise from turn to turn: %s', (shape) => {
    const asked = (body: string): string => {
      const { output_config, container } = JSON.parse(body)
      return JSON.stringify({ output_config, container })
    }
    expect(new Set(bodiesOf(shape).map(asked)).size).toBeGreaterThan(3)
  })

  it('sends out agents that know all of it', () => {
    const waves = wavesOf('forked agents').filter((wave) => wave[0]?.act === 'delegate')
    expect(waves.some((wave) => wave.length > 1)).toBe(true)
  })

  it('asks another model first', () => {
    const waves = wavesOf('escalated').flat()
    const asked = waves.filter(({ act }) => act === 'escalate')
    expect(asked.some(({ model }) => model !== 'sonnet')).toBe(true)
  })
})
