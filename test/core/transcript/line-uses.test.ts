// What the model's own turns say again of the texts before them.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { atOnce } from '../../../core/runtime/pieces.ts'
import { type LineUses, lineUsesIn, saidIn } from '../../../core/transcript/line-uses.ts'
import { read } from '../dialects/reading.ts'

const said = (texts: readonly string[]): LineUses =>
  atOnce(
    lineUsesIn(
      atOnce(
        saidIn(
          read(dialects.messages, {
            messages: texts.flatMap((content) => [
              { role: 'user', content: 'go on' },
              { role: 'assistant', content },
            ]),
          }),
        ),
      ),
    ),
  )

describe('the name of a file', () => {
  it('is said since a message if this one or a later one has its last part', () => {
    const uses = said(['I open src/a.ts', 'now b.ts', 'done'])
    expect([0, 1, 2, 3, 5].map((message) => uses.isNamedSince('/repo/src/a.ts', message))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(uses.isNamedSince('C:\\work\\b.ts', 2)).toBe(true)
    expect(uses.isNamedSince('/c.ts', 0)).toBe(false)
  })

  it('counts as said where there are too many names to look for each in all that was said', () => {
    const uses = said([`nothing ${'of note, '.repeat(1_000_000)}`])
    const found = Array.from({ length: 20_000 }, (_, index) => uses.isNamedSince(`/file${index}.ts`, 0))
    expect(found.slice(0, 10)).toEqual(Array(10).fill(false))
    expect(found.slice(20)).toEqual(Array(19_980).fill(true))
  })
})
