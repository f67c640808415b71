// What is remembered of decisions is bounded, and what was asked for last stays.

import { describe, expect, it } from 'vitest'
import { decisionKey, decisionMemory, type EngineDecision } from '../../../../core/compaction/decision/memory.ts'
import { PackedSpans } from '../../../../core/text/spans.ts'

const abstained: EngineDecision = { tokens: 9, tokensSaved: 0, engineVersion: 'adeline-1' }
const shorter = (spans: number): EngineDecision => ({
  ...abstained,
  kept: PackedSpans.of(Array.from({ length: spans }, (_, index) => [3 * index, 3 * index + 2] as const)),
})

describe('the memory of decisions', () => {
  it('lets go of what was used longest ago', () => {
    const memory = decisionMemory(3 * 8)
    for (const key of ['a', 'b', 'c']) memory.set(key, abstained)
    memory.get('a')
    memory.set('d', abstained)
    expect(['a', 'b', 'c', 'd'].filter((key) => memory.get(key) !== undefined)).toEqual(['a', 'c', 'd'])
  })

  it('counts spans, those of a decision that another replaces no longer', () => {
    const memory = decisionMemory(2 * 8 + 10)
    memory.set('a', shorter(10))
    memory.set('a', abstained)
    memory.set('b', shorter(10))
    expect(memory.get('a')).toEqual(abstained)
    memory.set('a', shorter(1))
    expect(memory.get('b')).toBeUndefined()
  })

  it('tells apart what is asked of a text, and texts that UTF-8 would spell alike', () => {
    const keys = [
      decisionKey('acme', { engine: 'adeline-1' }, 'x'),
      decisionKey('other', { engine: 'adeline-1' }, 'x'),
      decisionKey('acme', { engine: 'adeline-2' }, 'x'),
      decisionKey('acme', { engine: 'adeline-1', rate: 0.5 }, 'x'),
      decisionKey('acme', { engine: 'adeline-1', budget: 0.5 }, 'x'),
      decisionKey('acme', { engine: 'adeline-1' }, '\ud800'),
      decisionKey('acme', { engine: 'adeline-1' }, '\ud801'),
      decisionKey('acme', { engine: 'adeline-1' }, '\ufffd'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })
})
