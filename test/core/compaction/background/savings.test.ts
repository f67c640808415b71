import { expect, it } from 'vitest'
import { unasked } from '../../../../core/chain/record/state.ts'
import { savingsOf } from '../../../../core/compaction/background/savings.ts'

it('counts what the forwarded form of a text leaves out, and nothing of one that travels whole again', () => {
  const counted = { ...unasked, losslessTokensSaved: 557 }
  const deletion = { deletedCharacters: 1_462, inPrefix: true }
  expect(savingsOf([deletion], [counted])).toMatchObject({ tokensSaved: 557, tokensSavedInPrefix: 557, segments: 1 })

  const whole = { ...counted, losslessDeletesNothing: true as const }
  expect(savingsOf([{ ...deletion, deletedCharacters: 0 }], [whole])).toMatchObject({ tokensSaved: 0, segments: 0 })
})
