// What a client asks its provider to do to the conversation.

import { describe, expect, it } from 'vitest'
import { scanJson } from '../../../core/json/scan.ts'
import { isEditedByLength, mayBeTruncated, thinkingCleared } from '../../../core/transcript/context-edits.ts'

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

  it.each([
    ['a long request that asks for it', 'auto', 'a'.repeat(260_000), true],
    ['one that does not', 'disabled', 'a'.repeat(260_000), false],
    ['one that fits into every window', 'auto', 'a'.repeat(240_000), false],
  ])('leave out what a window does not hold: %s', (_what, truncation, text, may) => {
    expect(mayBeTruncated(tapeOf({ model: 'm', truncation, input: [{ role: 'user', content: text }] }))).toBe(may)
  })

  it('leave nothing out of a request that is long by its pictures alone', () => {
    const picture = { type: 'input_image', image_url: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(300_000)}` }
    expect(mayBeTruncated(tapeOf({ truncation: 'auto', input: [{ role: 'user', content: [picture] }] }))).toBe(false)
  })

  it('leave something out of a short request that names many pictures', () => {
    const content = Array.from({ length: 50 }, (_, at) => ({ type: 'input_image', file_id: `file_${at}` }))
    expect(mayBeTruncated(tapeOf({ truncation: 'auto', input: [{ role: 'user', content }] }))).toBe(true)
    expect(mayBeTruncated(tapeOf({ input: [{ role: 'user', content }] }))).toBe(false)
  })

  it('name the one that clears thinking', () => {
    expect(thinkingCleared(asking({ edits: [results, thinking] }))).toBeDefined()
    expect(thinkingCleared(asking({ edits: [results] }))).toBeUndefined()
  })
})
