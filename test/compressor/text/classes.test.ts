import { describe, expect, it } from 'vitest'
import { basicClasses, Class, pairClassAt } from '../../../compressor/text/o200k/classes.ts'

const asTheNodeHasIt: readonly (readonly [number, RegExp])[] = [
  [Class.lineEnd, /^[\r\n]$/],
  [Class.space, /^[\t\v\f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/],
  [Class.upper, /^[\p{Lu}\p{Lt}]$/u],
  [Class.lower, /^\p{Ll}$/u],
  [Class.letter, /^[\p{Lm}\p{Lo}]$/u],
  [Class.mark, /^\p{M}$/u],
  [Class.number, /^\p{N}$/u],
]

const classOf = (point: number): number => {
  if (point < 0x10000) return basicClasses()[point] ?? 0
  const text = String.fromCodePoint(point)
  return pairClassAt(new Uint16Array([text.charCodeAt(0), text.charCodeAt(1)]), 0, 2)
}

describe('classes of characters', () => {
  // A later Unicode knows more characters, and an earlier one fewer: what both know is the same.
  it('are what Unicode says', () => {
    const wrong: string[] = []
    for (let point = 0; point < 0x110000; point += 1) {
      if (point >= 0xd800 && point < 0xe000) continue
      const text = String.fromCodePoint(point)
      const [known = Class.other] = asTheNodeHasIt.find(([, set]) => set.test(text)) ?? []
      const written = classOf(point)
      if (known !== written && ![known, written].includes(Class.other)) wrong.push(point.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('are those of the Unicode that was written down, and halves of pairs have none', () => {
    expect([classOf(0x41), classOf(0x10400), classOf(0x1f600), classOf(0x20000)]).toEqual([
      Class.upper,
      Class.upper,
      Class.other,
      Class.letter,
    ])
    expect([...basicClasses().subarray(0xd800, 0xe000)].every((one) => one === 0)).toBe(true)
  })
})
