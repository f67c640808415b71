// What a session says of itself, in whatever order its receipts come.

import { expect, it } from 'vitest'
import { joined, recencyOf, sessionFactsOf, slotOf } from '../../../core/savings/session.ts'
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

it('lasts from its first request to its last, and is of the agent whose name comes first', () => {
  const codex = sessionFactsOf(aReceipt({ client: 'codex', receivedAt: '2026-11-03T10:00:00.000Z' }), 'S')
  const claude = sessionFactsOf(aReceipt({ client: 'claude-code', receivedAt: '2026-11-03T11:00:00.000Z' }), 'S')
  const nobody = sessionFactsOf(aReceipt({ receivedAt: '2026-11-03T10:30:00.000Z' }), 'S')
  for (const all of [
    [codex, claude, nobody],
    [nobody, claude, codex],
  ])
    expect(all.reduce(joined)).toMatchObject({
      sessionId: 's',
      client: 'claude-code',
      models: [],
      startedAt: '2026-11-03T10:00:00.000Z',
      lastAt: '2026-11-03T11:00:00.000Z',
    })
})

it('names eight keys at most', () => {
  const keys = upTo(9).map((number) => sessionFactsOf(aReceipt({ keyId: `acme.${number}` }), 'S'))
  expect(keys.reduce(joined).keyIds).toEqual(upTo(8).map((number) => `acme.${number}`))
})

it('stands in the ten minutes of its last request', () => {
  const recency = recencyOf({ lastAt: '2026-11-03T10:59:59.999Z', sessionId: 's' })
  expect([recency, slotOf(recency)]).toEqual(['2026-11-03T10:50#s', '2026-11-03T10:50'])
})
