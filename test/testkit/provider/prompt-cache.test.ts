// What a provider holds of earlier prompts, and for how long.

import { describe, expect, it } from 'vitest'
import { promptCache } from '../../../testkit/provider/prompt-cache.ts'

const tokensOf = (part: unknown): number => JSON.stringify(part).length
const question = { role: 'user', content: 'one two three' }
const marked = { ...question, cache_control: { type: 'ephemeral' } }
const answer = { role: 'assistant', content: 'four' }

describe('a cache of prompts', () => {
  it('finds the longest beginning that it holds, wherever the marker stands', () => {
    const prompt = promptCache({ tokensOf, holds: 'every-beginning' })
    const first = prompt(['system', marked])
    expect(first).toMatchObject({ read: 0, written: first.total })
    const second = prompt(['system', question, answer])
    expect(second).toEqual({ total: first.total + tokensOf(answer), read: first.total, written: tokensOf(answer) })
    expect(prompt(['another', question]).read).toBe(0)
  })

  it('holds every beginning of a prompt, or whole prompts alone', () => {
    const reads = (['every-beginning', 'whole-prompts'] as const).map((holds) => {
      const prompt = promptCache({ tokensOf, holds })
      prompt(['system', question, answer])
      return prompt(['system', question, 'another answer']).read
    })
    expect(reads).toEqual([tokensOf('system') + tokensOf(question), 0])
  })

  it('forgets a prompt when it was not used for its lifetime', () => {
    const prompt = promptCache({ tokensOf, holds: 'whole-prompts', lifetimeMs: 100 })
    const { total } = prompt(['system'], 0)
    expect(prompt(['system', question], 100).read).toBe(total)
    expect(prompt(['system', answer], 200).read).toBe(total)
    expect(prompt(['system', marked], 301).read).toBe(0)
  })
})
