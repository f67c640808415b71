// What a budget allows each kind of text. Up to the default only what the rules call expendable may go, within the share of
// its kind. Beyond, for measuring only, the least needed goes first whatever its kind.

import type { Units } from '../units/units.ts'
import { beyond, doubt, levels, type OperatingPoints } from '../weighing/thresholds.ts'
import type { Allowance } from './select.ts'

/** The level of a budget from 0 to 1. The default is one half. */
export const levelOf = (budget = 0.5): number => {
  if (Number.isNaN(budget)) return levels.usual
  const doubled = 2 * Math.max(0, Math.min(1, budget))
  return doubled <= 1 ? Math.floor(doubled * levels.usual) : levels.usual + Math.round((doubled - 1) * levels.measuring)
}

/** The level for a text with such units: lower, the less the ranker knows their like; never below the default. */
export const levelInDoubt = (level: number, { ranked, strange }: Pick<Units, 'ranked' | 'strange'>): number =>
  level <= levels.usual || ranked === 0
    ? level
    : Math.max(levels.usual, level - Math.floor(((doubt.perStrangeFeature * strange) / ranked) * weightOfDoubt(level)))

/** From 1 to 0: how much doubt counts against a level. A greater level never becomes a smaller one. */
const weightOfDoubt = (level: number): number => {
  const past = level - levels.usual
  return Math.max(0, Math.min(1, (doubt.none - past) / (doubt.none - doubt.full)))
}

const upTo = (most: number, step: number, steps: number): number => Math.floor((most * step) / steps)

/** One allowance for each kind of text; each of its fields grows with the level. */
export const allowancesAt = (level: number, { usual, measuring }: OperatingPoints): Allowance[] => {
  const kinds = Object.values(usual)
  if (level <= levels.usual)
    return kinds.map(({ worth, loss, share }) => ({
      worth,
      loss: upTo(loss, level, levels.usual),
      share: upTo(share, level, levels.usual),
    }))
  const reach = measuring.lastWorth - measuring.firstWorth
  const worth = measuring.firstWorth + upTo(reach, level - levels.usual, levels.measuring)
  return kinds.map(() => ({ worth, ...beyond }))
}
