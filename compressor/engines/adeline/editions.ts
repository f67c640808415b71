// The versions of adeline-1: the rules alone, a learned ranker of lines over the same rules, and one of JSON beside it.

import type { Engine } from '../engine.ts'
import { engineOf } from './engine.ts'
import { bindReports } from './kinds/reports.ts'
import forest from './learned/forest.json' with { type: 'json' }
import leaves from './learned/leaves.json' with { type: 'json' }
import { byForest, byForests, byRules } from './learned/ranker.ts'
import { readForest, type StoredForest } from './learned/stored-forest.ts'
import { learnedPoints, rulePoints } from './weighing/thresholds.ts'

const bindNothing = (): void => undefined

/** What the rules rank; the fall-back of the learned versions, and their baseline. */
export const adelineByRules = engineOf({
  version: 'adeline-1.0.0',
  ranker: byRules,
  points: rulePoints,
  bind: bindNothing,
})

/** Lines by a forest, JSON by the rules. */
export const adelineByLines = engineOf({
  version: 'adeline-1.1.0',
  ranker: byForest(readForest(forest)),
  points: learnedPoints,
  bind: bindNothing,
})

/** The current engine with another forest for lines. Throws an error when a forest does not match its digest. */
export const learnedEngine = (version: string, lines: StoredForest): Engine =>
  engineOf({
    version,
    ranker: byForests(readForest(lines), readForest(leaves)),
    points: learnedPoints,
    bind: bindReports,
  })

/** The engine behind `adeline-1`. */
export const adeline = learnedEngine('adeline-1.2.0', forest)
