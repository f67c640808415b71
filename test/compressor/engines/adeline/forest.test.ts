// The arithmetic of the learned rankers, and their artefacts: a forest that differs from its digest does not load.

import { describe, expect, it } from 'vitest'
import lines from '../../../../compressor/engines/adeline/learned/forest.json' with { type: 'json' }
import { leaf, pointsByForest, strangeFeatures } from '../../../../compressor/engines/adeline/learned/forest.ts'
import { leafFeatureNames, visitLeaves } from '../../../../compressor/engines/adeline/learned/leaf-features.ts'
import leaves from '../../../../compressor/engines/adeline/learned/leaves.json' with { type: 'json' }
import { lineFeatureNames } from '../../../../compressor/engines/adeline/learned/line-features.ts'
import { byRules } from '../../../../compressor/engines/adeline/learned/ranker.ts'
import { readForest } from '../../../../compressor/engines/adeline/learned/stored-forest.ts'
import { segment } from '../../../../compressor/engines/adeline/segment.ts'

describe.each([
  ['lines', lines, lineFeatureNames],
  ['leaves of JSON', leaves, leafFeatureNames],
])('the forest for %s', (_, stored, names) => {
  const forest = readForest(stored)

  it('compares only features that exist, and ends in leaves', () => {
    expect(forest.roots.length).toBeGreaterThan(20)
    for (const [node, asked] of forest.feature.entries()) {
      if (asked === leaf) continue
      expect(asked).toBeLessThan(names.length)
      const left = node + (forest.step[node] ?? 0)
      expect(left).toBeGreaterThan(node)
      expect(left + 1).toBeLessThan(forest.feature.length)
    }
  })

  it('does not load if a table or the base differs', () => {
    for (const field of ['roots', 'feature', 'value', 'step', 'low', 'high'] as const)
      expect(() => readForest({ ...stored, [field]: stored[field].replace(/^./, '/') })).toThrow('digest')
    expect(() => readForest({ ...stored, base: stored.base + 1 })).toThrow('digest')
  })

  it('knows where each feature lies', () => {
    expect([forest.low.length, forest.high.length]).toEqual([names.length, names.length])
    expect(forest.low.every((least, at) => least <= (forest.high[at] ?? 0))).toBe(true)
    expect(strangeFeatures(forest, forest.low)).toBe(0)
    expect(strangeFeatures(forest, new Int16Array(names.length).fill(32_767))).toBeGreaterThan(names.length / 2)
  })

  it('gives points within the range of amounts', () => {
    const row = new Int16Array(names.length)
    for (const value of [-32_768, -1, 0, 1, 7, 100, 32_767]) {
      const points = pointsByForest(forest, row.fill(value))
      expect(Number.isInteger(points)).toBe(true)
      expect(points).toBeGreaterThan(-200)
      expect(points).toBeLessThan(300)
    }
  })
})

describe('the features of a leaf of JSON', () => {
  const rowsOf = (text: string): Record<string, number>[] => {
    const rows: Record<string, number>[] = []
    segment(
      text,
      {
        ...byRules,
        leaves: (reading) =>
          visitLeaves(reading, (_, features) => {
            expect(features).toHaveLength(leafFeatureNames.length)
            rows.push(Object.fromEntries(leafFeatureNames.map((name, at) => [name, features[at] ?? 0])))
          }),
      },
      () => undefined,
    )
    return rows
  }

  it('describe its class and its position, down to the last feature', () => {
    const rows = rowsOf(
      '{"shelves":[{"id":"A_7 x","depth":40},{"id":"B_8 y","depth":41},{"id":"C_9 z","depth":42}],"town":"Bern"}',
    )
    expect(rows).toHaveLength(7)
    expect(rows[2]).toMatchObject({ digits: 1, capitals: 1, underscores: 1, spaces: 1, length: 7, keyLength: 4 })
    expect(rows[2]).toMatchObject({ recordOrdinal: 1, recordsBehind: 1, records: 3, recordLeaves: 2, isIdentity: 1 })
    expect(rows[2]).toMatchObject({ multiplicity: 3, distinct: 3, fromStart: 2, textLeaves: 7, textRows: 3 })
    expect(rows[6]).toMatchObject({ recordDepth: -1, records: 0, keyClassAfter: -1, textIsList: 0, textMembers: 2 })
  })

  it('count several members of one column as records, like elements of a list', () => {
    const [first] = rowsOf('{"variants":{"4411":{"price":10},"4412":{"price":11},"4413":{"price":12}}}')
    expect(first).toMatchObject({ records: 3, recordOrdinal: 0, recordLeaves: 1 })
  })
})

describe('a tree', () => {
  /** Goes left up to 5 in feature 1, then right above -2 in feature 0. */
  const forest = {
    base: 256,
    roots: Int32Array.of(0),
    feature: Uint8Array.of(1, 0, leaf, leaf, leaf),
    value: Int16Array.of(5, -2, 3 * 256, 10 * 256, -700),
    step: Uint16Array.of(1, 2, 0, 0, 0),
    low: Int16Array.of(-9, 0),
    high: Int16Array.of(9, 7),
  }

  it.each([
    [[-2, 5], 11],
    [[-1, 5], -2],
    [[0, 6], 4],
  ])('gives the features %j these points: %j', (features, points) => {
    expect(pointsByForest(forest, Int16Array.from(features))).toBe(points)
  })

  it.each([
    [[-9, 7], 0],
    [[-10, 7], 1],
    [[10, -1], 2],
  ])('finds in the features %j so many that it never met: %j', (features, strange) => {
    expect(strangeFeatures(forest, Int16Array.from(features))).toBe(strange)
  })
})
