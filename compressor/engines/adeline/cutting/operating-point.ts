// What a budget allows, kind by kind. Up to the default, only what rules call expendable may go, kind by kind within its
// shares. Beyond, for measuring alone, the least needed goes first whatever its kind.

import { beyond, levels, type OperatingPoints } from '../weighing/thresholds.ts'
import type { Allowance } from './select.ts'

/** The level of a budget from 0 to 1; the default, one half, without one. */
export const levelOf = (budget = 0.5): number => {
  if (Number.isNaN(budget)) return levels.usual
  const doubled = 2 * Math.max(0, Math.min(1, budget))
  return doubled <= 1 ? Math.floor(doubled * levels.usual) : levels.usual + Math.round((doubled - 1) * levels.measuring)
}

const upTo = (most: number, step: number, steps: number): number => Math.floor((most * step) / steps)

/** One allowance per kind of text; each of its parts grows with the level. */
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
