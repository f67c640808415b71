import { describe, expect, it } from 'vitest'
import { type Counted, inexact, tokensOf } from '../../../core/chain/counted.ts'

const sized = (characters: number, freshCharacters: number, counted: Omit<Counted, 'inexact'>): readonly number[] =>
  tokensOf({ characters, freshCharacters }, { inexact, ...counted }).map(Math.round)

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
    expect(sized(900, 0, { tokensPerCharacter: 0.5, body })).toEqual([435, 462])
    expect(sized(1_100, 100, { tokensPerCharacter: 0.5, body })).toEqual([510, 600])
    expect(sized(1_100, 0, { tokensPerCharacter: 0.5, body })).toEqual([538, 565])
  })

  it('that may have gone with any text, where what stands around the conversation is another', () => {
    const body = { characters: 1_000, tokens: 500, isFrameNew: true }
    expect(sized(1_000, 0, { tokensPerCharacter: 0.5, body })).toEqual([500, 500])
    expect(sized(900, 0, { tokensPerCharacter: 0.5, body })).toEqual([400, 490])
    expect(sized(1_100, 0, { tokensPerCharacter: 0.5, body })).toEqual([510, 600])
  })
})
