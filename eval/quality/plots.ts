// Survival over saving: a curve for each system, a plot for each measure of a set.

import { type Curve, curvesSvg } from '../../testkit/report/charts/curves.ts'
import type { QualitySet } from './quality-set.ts'
import type { Row } from './rows.ts'

/** Plots of one set by the name of their file. */
export const plotsOf = (set: QualitySet, rows: readonly Row[]): ReadonlyMap<string, string> => {
  const plots = new Map<string, string>()
  const isEngine = (system: string): boolean => set.engines.some(({ name }) => name === system)
  for (const measure of set.measures) {
    const shown = rows.flatMap(({ system, point, removed, measures }) => {
      const share = measures[measure]?.share
      return share === undefined || Number.isNaN(share) ? [] : [{ system, point, x: 100 * removed, y: 100 * share }]
    })
    if (shown.length === 0) continue
    const curves = [...Map.groupBy(shown, ({ system }) => system)].map(
      ([name, points]): Curve => ({
        name,
        points: points
          .toSorted((one, other) => one.x - other.x)
          .map(({ x, y, point }) => (point === 'own' && isEngine(name) ? { x, y, note: 'own rate' } : { x, y })),
      }),
    )
    const targets = set.bars
      .filter((bar) => bar.measure === measure)
      .map(({ point, value, removing }) => ({ x: typeof point === 'number' ? 100 * point : removing, y: value }))
      .flatMap(({ x, y }) => (x === undefined ? [] : [{ x, y }]))
    const name = `${set.name}-${measure.replaceAll(/\W+/g, '-')}.svg`
    plots.set(
      name,
      curvesSvg({
        title: `${set.name}: ${measure}`,
        x: 'tokens removed',
        y: `${measure}, left`,
        curves,
        targets: targets.length === 0 ? [] : [{ name: 'to reach', points: targets }],
      }),
    )
  }
  return plots
}
