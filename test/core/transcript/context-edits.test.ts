// What a client asks its provider to do to the conversation.

import { describe, expect, it } from 'vitest'
import { scanJson } from '../../../core/json/scan.ts'
import { isEditedByLength, thinkingCleared } from '../../../core/transcript/context-edits.ts'

const tapeOf = (body: unknown) => {
  const tape = scanJson(JSON.stringify(body))
  if (tape === undefined) throw new Error('not JSON')
  return tape
}
const thinking = { type: 'clear_thinking_20251015', keep: 'all' }
const results = { type: 'clear_tool_uses_20250919' }
const asking = (context_management: unknown) => tapeOf({ model: 'm', context_management })

describe('edits that a client asks for', () => {
  it.each([
    ['nothing', undefined, false],
    ['no edits', { edits: [] }, false],
    ['null', null, false],
    ['thinking alone', { edits: [thinking] }, false],
    ['old results', { edits: [results] }, true],
    ['both', { edits: [thinking, results] }, true],
    ['a summary', { edits: [{ type: 'compact_20260112' }] }, true],
    ['a summary, as responses say it', [{ type: 'compaction', compact_threshold: 100_000 }], true],
    ['what nobody knows yet', { edits: [{ type: 'clear_all_20270101' }] }, true],
  ])('go by length: %s', (_what, asked, goes) => {
    expect(isEditedByLength(asking(asked))).toBe(goes)
  })

  it('name the one that clears thinking', () => {
    expect(thinkingCleared(asking({ edits: [results, thinking] }))).toBeDefined()
    expect(thinkingCleared(asking({ edits: [results] }))).toBeUndefined()
  })
})
