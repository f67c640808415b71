// What a budget allows, kind by kind. Up to the default, only what rules call expendable may go, kind by kind within its
// shares. Beyond, for measuring alone, the least needed goes first whatever its kind.

import { type Allowance, expendableWorth } from './select.ts'
import { defaultLevel, levels, measuring, operatingPoints } from './thresholds.ts'

/** The level of a budget from 0 to 1; the default without one. */
export const levelOf = (budget: number | undefined): number => {
  if (budget === undefined || Number.isNaN(budget)) return defaultLevel
  return Math.round(Math.max(0, Math.min(1, budget)) * levels)
}

const upTo = (most: number, step: number, steps: number): number => Math.floor((most * step) / steps)

const kinds = Object.values(operatingPoints)

/** One allowance per kind of text; each of its parts grows with the level. */
export const allowancesAt = (level: number): Allowance[] => {
  if (level > defaultLevel) {
    const { firstWorth, lastWorth, loss, share } = measuring
    const worth = firstWorth + upTo(lastWorth - firstWorth, level - defaultLevel, levels - defaultLevel)
    return kinds.map(() => ({ worth, loss, share }))
  }
  return kinds.map(({ loss, share }) => ({
    worth: expendableWorth,
    loss: upTo(loss, level, defaultLevel),
    share: upTo(share, level, defaultLevel),
  }))
}
