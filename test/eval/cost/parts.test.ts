// What a bill is made of.

import { describe, expect, it } from 'vitest'
import { benchCompressor } from '../../../eval/cost/engine.ts'
import { partRows, partsText } from '../../../eval/cost/parts.ts'
import { providers } from '../../../eval/cost/providers.ts'
import { sessionSet } from '../../../eval/cost/sets.ts'
import { throughThePipeline } from '../../../eval/cost/strategies/pipeline.ts'

const { sessions } = sessionSet(undefined, 'made-up', { sessions: 2, unseenOnly: false })
const conditions = {
  provider: providers.anthropic,
  compressor: benchCompressor(),
  reads: 'superseded',
  seeds: [1],
  pauses: 'mixed',
} as const

describe('the parts of a bill', () => {
  it.each([
    ['with one tool', sessions],
    ['with several', sessions.map((session) => ({ ...session, offered: ['look', 'plan'] }))],
  ])('are the whole of it, and lose nothing but text of results, %s', async (_tools, some) => {
    const rows = await partRows(some, throughThePipeline('repeated'), conditions)
    expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    expect(rows.map(({ part }) => part)).toEqual(expect.arrayContaining(['tools', 'calls of tools']))
    for (const { part, removed } of rows) if (!part.startsWith('results')) expect(removed).toBeCloseTo(0)
    expect(rows.some(({ removed }) => removed > 0.01)).toBe(true)
    expect(partsText('made up', rows)).toContain('calls of tools')
  })

  it('are told where blocks tell them apart', async () => {
    const openai = { ...conditions, provider: providers.openai }
    await expect(partRows(sessions, throughThePipeline('repeated'), openai)).rejects.toThrow('messages')
  })
})
