// No session costs more than one in a hundred above direct, and receipts claim what was true: searched, not shown by example.
// More with `npm run eval:bill -- --search 20000`.

import { describe, expect, it } from 'vitest'
import { modelNames } from '../../eval/cost/search/models.ts'
import { causeOf, shapesFound } from '../../eval/cost/search/report.ts'
import { limit, type SessionFound, search } from '../../eval/cost/search/search.ts'
import { shapeNames } from '../../eval/cost/search/shapes.ts'

const sessions = Number(process.env.SESSIONS ?? 200)

describe('made-up sessions of every shape', { timeout: 300_000 }, () => {
  it('cost no more than the limit, save, and claim what they saved', async () => {
    const found: SessionFound[] = []
    for await (const one of search({ sessions, seed: 70_000, shapes: shapeNames, models: modelNames })) found.push(one)

    expect(found.filter(({ ours, direct }) => ours > limit * direct).flatMap(causeOf)).toEqual([])
    const sum = (of: (one: SessionFound) => number): number => found.reduce((total, one) => total + of(one), 0)
    expect(sum(({ ours }) => ours)).toBeLessThan(0.95 * sum(({ direct }) => direct))
    for (const { shape, savedCounted, claimed } of shapesFound(found))
      if (Number.isFinite(claimed)) expect(Math.abs(claimed - savedCounted), shape).toBeLessThan(0.04)
  })
})
