// The versions of adeline-1: the rules alone, and the learned ranker over the same rules.

import type { Engine } from '../../engine.ts'
import { engineOf } from './engine.ts'
import forest from './rank/forest.json' with { type: 'json' }
import { byForest, byRules } from './rank/ranker.ts'
import { readForest, type StoredForest } from './rank/stored-forest.ts'
import { learnedPoints, rulePoints } from './thresholds.ts'

/** What the rules rank; the fall-back of the learned versions, and their baseline. */
export const adelineByRules = engineOf({ version: 'adeline-1.0.0', ranker: byRules, points: rulePoints })

/** The engine with a forest. Throws an error when the forest does not match its digest. */
export const learnedEngine = (version: string, stored: StoredForest): Engine =>
  engineOf({ version, ranker: byForest(readForest(stored)), points: learnedPoints })

/** The engine behind `adeline-1`. */
export const adeline = learnedEngine('adeline-1.1.0', forest)
