// The learned ranker's arithmetic and its artefact: what is stored is what was learned, or nothing starts.

import { describe, expect, it } from 'vitest'
import stored from '../../../compressor/engines/adeline/rank/forest.json' with { type: 'json' }
import { leaf, pointsByForest } from '../../../compressor/engines/adeline/rank/forest.ts'
import { lineFeatureNames } from '../../../compressor/engines/adeline/rank/line-features.ts'
import { readForest } from '../../../compressor/engines/adeline/rank/stored-forest.ts'

describe('the forest that ships', () => {
  const forest = readForest(stored)

  it('asks for features that there are, and ends in leaves', () => {
    expect(forest.roots.length).toBeGreaterThan(20)
    for (const [node, asked] of forest.feature.entries()) {
      if (asked === leaf) continue
      expect(asked).toBeLessThan(lineFeatureNames.length)
      const left = node + (forest.step[node] ?? 0)
      expect(left).toBeGreaterThan(node)
      expect(left + 1).toBeLessThan(forest.feature.length)
    }
  })

  it('is refused when a table or the base is another one', () => {
    for (const field of ['roots', 'feature', 'value', 'step'] as const)
      expect(() => readForest({ ...stored, [field]: stored[field].replace(/^./, '/') })).toThrow('digest')
    expect(() => readForest({ ...stored, base: stored.base + 1 })).toThrow('digest')
  })

  it('gives points that amounts can be made of', () => {
    const row = new Int16Array(lineFeatureNames.length)
    for (const value of [-32_768, -1, 0, 1, 7, 100, 32_767]) {
      const points = pointsByForest(forest, row.fill(value))
      expect(Number.isInteger(points)).toBe(true)
      expect(points).toBeGreaterThan(-200)
      expect(points).toBeLessThan(300)
    }
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
  }

  it.each([
    [[-2, 5], 11],
    [[-1, 5], -2],
    [[0, 6], 4],
  ])('gives %j so many points: %j', (features, points) => {
    expect(pointsByForest(forest, Int16Array.from(features))).toBe(points)
  })
})
