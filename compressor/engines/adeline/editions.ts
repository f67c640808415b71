// The versions of adeline-1: the rules alone, then a learned ranker of lines on top of them, then another one of JSON leaves.

import type { Engine } from '../engine.ts'
import { engineOf } from './engine.ts'
import { bindReports } from './kinds/reports.ts'
import forest from './learned/forest.json' with { type: 'json' }
import leaves from './learned/leaves.json' with { type: 'json' }
import { byForest, byForests, byRules } from './learned/ranker.ts'
import { readForest, type StoredForest } from './learned/stored-forest.ts'
import { learnedPoints, rulePoints } from './weighing/thresholds.ts'

const bindNothing = (): void => undefined

/** Ranks by the rules alone: the baseline of the learned versions. */
export const adelineByRules = engineOf({
  version: 'adeline-1.0.0',
  ranker: byRules,
  points: rulePoints,
  bind: bindNothing,
})

/** Ranks lines by a forest, JSON by the rules. */
export const adelineByLines = engineOf({
  version: 'adeline-1.1.0',
  ranker: byForest(readForest(forest)),
  points: learnedPoints,
  bind: bindNothing,
})

/** The current engine with another forest for lines. Throws an error if a forest does not match its digest. */
export const learnedEngine = (version: string, lines: StoredForest): Engine =>
  engineOf({
    version,
    ranker: byForests(readForest(lines), readForest(leaves)),
    points: learnedPoints,
    bind: bindReports,
  })

/** The engine behind `adeline-1`. */
export const adeline = learnedEngine('adeline-1.2.0', forest)
