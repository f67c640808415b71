import { expect, it } from 'vitest'
import { rateOfRest } from '../../../../core/chain/move/candidates.ts'
import { type SegmentState, unasked } from '../../../../core/chain/record/state.ts'

const placed = [{ characters: 6_000, charactersBehind: 6_000, turn: 1 }]
const prompt = { inputTokens: 2_000, tokensPerCharacter: 0.2 }
const rate = (state: SegmentState): number => rateOfRest([state], { segments: placed }, prompt)

it('what no engine has counted is as dense as the prompt without what was counted', () => {
  expect(rate({ ...unasked, tokens: 600 })).toBe(1_400 / 4_000)
})

it('what no engine has counted is no less dense than the whole prompt', () => {
  expect(rate({ ...unasked, tokens: 1_500 })).toBe(0.2)
  expect(rate(unasked)).toBe(0.2)
})

it('a prompt of which all was counted has the rate of all', () => {
  expect(
    rateOfRest(
      [{ ...unasked, tokens: 600 }],
      { segments: [{ characters: 10_000, charactersBehind: 10_000, turn: 1 }] },
      prompt,
    ),
  ).toBe(0.2)
})
