// What a session says of its models, in whatever order its receipts come.

import { expect, it } from 'vitest'
import { joined, sessionFactsOf } from '../../../core/savings/session.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'

const factsOf = (models: readonly number[]) =>
  models
    .map((number) => sessionFactsOf(aReceipt({ model: `model-${number}` }), 'S'))
    .reduce((one, other) => joined(one, other))
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

it('names eight models, and says so where there are more', () => {
  expect(factsOf([...upTo(8), ...upTo(8)])).not.toHaveProperty('hasMoreModels')
  const { models, hasMoreModels } = factsOf(upTo(9))
  expect([models.length, hasMoreModels]).toEqual([8, true])
})

it('says so for good, in any order', () => {
  const all = factsOf(upTo(12))
  expect(factsOf(upTo(12).toReversed())).toEqual(all)
  expect(joined(factsOf(upTo(6)), factsOf(upTo(12).slice(6)))).toEqual(all)
  expect(joined(all, factsOf([1]))).toEqual(all)
  expect(joined(factsOf([1]), all)).toEqual(all)
})
