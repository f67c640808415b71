// What is remembered of a word is what reading it again would tell, whatever was read in between.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Cell, WordMemory } from '../../../../compressor/engines/helene/words/word-memory.ts'
import { sourceOf } from '../../../../compressor/text/source.ts'

/** What a memory says of a word. */
const saidOf = (memory: WordMemory, word: string, isWord: boolean): number[] => {
  const place = memory.placeOf(sourceOf(word), 0, word.length, isWord)
  return [...memory.cells.subarray(place + Cell.wordClass, place + Cell.units)]
}

const letters = fc.constantFrom(...'aeilnorstABÉé’-ſ漢'.split(''), '👍')
const word = fc.string({ unit: letters, minLength: 1, maxLength: 60 })

describe('the memory of words', () => {
  it('says of a word what a fresh one says, before and after many others', () => {
    const [used, fresh] = [new WordMemory(), new WordMemory()]
    for (let other = 0; other < 200_000; other += 1) saidOf(used, `w${other.toString(36)}`, other % 2 === 0)
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.boolean()), { maxLength: 30 }), (words) => {
        fresh.cells.fill(0)
        for (const [each, isWord] of [...words, ...words])
          expect(saidOf(used, each, isWord)).toEqual(saidOf(fresh, each, isWord))
      }),
      { numRuns: 40 },
    )
  })

  it('keeps a word apart from the same characters that are none', () => {
    const memory = new WordMemory()
    const [asWord, asOther] = [saidOf(memory, 'the', true), saidOf(memory, 'the', false)]
    expect(asWord).not.toEqual(asOther)
    expect(saidOf(memory, 'the', true)).toEqual(asWord)
  })

  it('holds nothing of a word whose reading failed', () => {
    const [memory, fresh] = [new WordMemory(), new WordMemory()]
    const word = 'inspection'
    const broken = {
      ...sourceOf(word),
      get text(): string {
        throw new Error('made up')
      },
    }

    expect(() => memory.placeOf(broken, 0, word.length, true)).toThrow('made up')
    expect(saidOf(memory, word, true)).toEqual(saidOf(fresh, word, true))
  })
})
