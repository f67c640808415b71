// What pictures count for in a body.

import { describe, expect, it } from 'vitest'
import { scanJson } from '../../../core/json/scan.ts'
import { picturesIn, weighing } from '../../../core/transcript/pictures.ts'

const scanned = (value: unknown) => {
  const tape = scanJson(JSON.stringify(value))
  if (tape === undefined) throw new Error('not JSON')
  return tape
}
const png = (characters: number): string => `iVBORw0KGgo${'A'.repeat(characters)}`

describe('a picture', () => {
  it('counts for a page of text, wherever it stands and however it is spelled', () => {
    for (const picture of [png(90_000), `data:image/png;base64,${png(90_000)}`]) {
      const text = scanned({ before: 'text', data: picture, behind: 'text' })
      const weigh = weighing(text)
      expect(weigh(0)).toBe(0)
      expect(weigh(text.text.length)).toBeGreaterThan(6_000)
      expect(weigh(text.text.length)).toBeLessThan(6_100)
    }
  })

  it('counts for no more than it is', () => {
    const { length } = scanned([png(3_000)]).text
    expect(weighing(scanned([png(3_000)]))(length)).toBe(length)
  })

  it('is told from text that is as long', () => {
    const tape = scanned([png(300), `data:image/jpeg;base64,${png(9_000)}`, 'A'.repeat(90_000), 'data:image/'])
    expect(picturesIn(tape)).toBe(2)
    const { length } = tape.text
    expect(length - weighing(tape)(length)).toBeLessThan(4_000)
  })
})
