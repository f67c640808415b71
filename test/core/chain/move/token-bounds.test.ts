import { describe, expect, it } from 'vitest'
import {
  type Counted,
  type Extent,
  extentOf,
  inexact,
  tokensOf,
  tokensOfLossless,
} from '../../../../core/chain/move/token-bounds.ts'
import { type Count, countsAfter, tokensBetween } from '../../../../core/chain/record/counts.ts'

type Known = Omit<Counted, 'inexact'> & Pick<Extent, 'body' | 'freshTexts'>

const sized = (
  characters: number,
  freshCharacters: number,
  { body, freshTexts, ...counted }: Known,
): readonly number[] =>
  tokensOf(
    { characters, freshCharacters, ...(body && { body }), ...(freshTexts && { freshTexts }) },
    { inexact, ...counted },
  ).map(Math.round)

describe('a prompt has tokens', () => {
  it('between one in ten characters and each of them, where nobody has counted', () => {
    expect(sized(1_000, 1_000, {})).toEqual([100, 1_000])
  })

  it('at the rate that was counted, three tenths more or less', () => {
    expect(sized(1_300, 0, { tokensPerCharacter: 0.5 })).toEqual([500, 845])
  })

  it('at any rate in what is newer than what was counted', () => {
    expect(sized(1_000, 600, { tokensPerCharacter: 0.5 })).toEqual([214, 860])
  })

  it('as many as were counted, where it is the same', () => {
    const body = { characters: 1_000, tokens: 500 }
    expect(sized(1_000, 0, { tokensPerCharacter: 0.5, body })).toEqual([500, 500])
  })

  it('as many as were counted, less what was taken away and with what is new, both inexact', () => {
    const body = { characters: 1_000, tokens: 500 }
    expect(sized(900, 0, { tokensPerCharacter: 0.5, body })).toEqual([405, 462])
    expect(sized(1_100, 100, { tokensPerCharacter: 0.5, body })).toEqual([510, 600])
    expect(sized(1_100, 0, { tokensPerCharacter: 0.5, body })).toEqual([538, 595])
  })

  it('that may have gone with any text, where what stands around the conversation is another', () => {
    const counted = { tokensPerCharacter: 0.5, body: { characters: 1_000, tokens: 500 }, isFrameNew: true }
    expect(sized(1_000, 0, counted)).toEqual([500, 500])
    expect(sized(900, 0, counted)).toEqual([400, 490])
    expect(sized(1_100, 0, counted)).toEqual([510, 600])
  })

  it('of which new texts have one for each of their words', () => {
    const body = { characters: 1_000, tokens: 500 }
    const worded = (words: number) => ({ freshTexts: () => ({ words, characters: 60 }) })
    expect(sized(1_100, 100, { tokensPerCharacter: 0.5, body, ...worded(15) })[0]).toBe(519)
    expect(sized(1_100, 100, { tokensPerCharacter: 0.5, body, ...worded(2) })[0]).toBe(510)
  })
})

describe('what goes losslessly has tokens', () => {
  it('at the rate that was counted at least, or for its blanks, and one for each character at most', () => {
    expect(tokensOfLossless({ characters: 100, blanks: 10 }, [0.2, 0.5])).toEqual([20, 100])
    expect(tokensOfLossless({ characters: 100, blanks: 50 }, [0.2, 0.5])).toEqual([40, 100])
  })
})

describe('of requests that were counted', () => {
  const count = (turn: number, tokens: number): Count => ({ turn, characters: 2 * tokens, tokens })
  const prices = { leastTokens: { from: 4_096, to: 4_096 } }

  it('those that are nearest to the least length are remembered, and the last four, in their order', () => {
    const counts = Array.from({ length: 40 }, (_, index) => count(index + 1, 500 * (index + 1))).reduce<
      readonly Count[]
    >((before, own) => countsAfter(before, own, prices), [])
    const nearest = Array.from({ length: 16 }, (_, index) => index + 1)
    expect(counts.map(({ turn }) => turn)).toEqual([...nearest, 37, 38, 39, 40])
  })

  it('the turn that is sent again counts as it was sent last, and what a branch has left no more', () => {
    const counts = [count(1, 1_000), count(2, 2_000), count(3, 3_000)]
    expect(countsAfter(counts, count(2, 2_100), prices)).toEqual([count(1, 1_000), count(2, 2_100)])
  })

  it('what stands between two of them is known', () => {
    const counts = [count(1, 1_000), count(3, 3_000)]
    expect(tokensBetween(counts, 1, 3)).toBe(2_000)
    expect(tokensBetween(counts, 1, 2)).toBeUndefined()
  })

  it('the one counts that ends where a beginning ends, or else the next', () => {
    const end = (turn: number) => ({ turn, messages: 0, segments: 0, blocksBehind: 0, position: 0 })
    const layout = { bodyCharacters: 9_000, messageCharacters: 9_000, charactersBehind: () => 1_000 }
    const counted = { upTo: end(5), counts: [count(1, 1_000), count(3, 3_000), count(5, 4_000)] }
    const bodyAt = (turn?: number) => extentOf(counted, layout, turn === undefined ? undefined : end(turn)).body
    expect([1, 2, 3, 4, 5].map((turn) => bodyAt(turn)?.tokens)).toEqual([1_000, 3_000, 3_000, 4_000, 4_000])
    expect(bodyAt()?.tokens).toBe(4_000)
  })
})
