// A running net: where it crosses the zero line, compaction has paid for itself, or no longer does.

import { compact } from '../data/format.ts'
import { Ticks, usualGutter } from './ticks.tsx'
import { letterScale, useWidth } from './width.ts'

interface LineProps {
  readonly label: string
  /** In order. */
  readonly values: readonly number[]
}

const height = 120

export const Line = ({ label, values }: LineProps) => {
  const [element, width] = useWidth()
  const scale = letterScale()
  const gutter = usualGutter * scale
  const top = Math.max(0, ...values)
  const bottom = Math.min(0, ...values)
  const whole = top - bottom || 1
  const yOf = (value: number): number => ((top - value) / whole) * (height - 16) + 8
  const step = Math.max(0, width - gutter) / Math.max(1, values.length)
  // Above the middle of its bar, which stands below it in a chart of bars.
  const xOf = (index: number): number => gutter + step * (index + 0.5)
  const points = values.map((value, index) => `${xOf(index)},${yOf(value)}`).join(' ')
  const last = values.at(-1) ?? 0
  const ticks = [...new Set([top, 0, bottom])].filter(
    (value) => value === 0 || Math.abs(yOf(value) - yOf(0)) > 16 * scale,
  )
  return (
    <div class="chart" ref={element}>
      {width === 0 ? (
        <svg height={height} aria-hidden="true" />
      ) : (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${label}: ${compact(last)} after ${values.length}`}
        >
          <Ticks values={ticks} yOf={yOf} gutter={gutter} width={width} />
          <polyline points={points} class={last < 0 ? 'line-cost' : 'line-gain'} />
          <circle cx={xOf(values.length - 1)} cy={yOf(last)} r={3} class={last < 0 ? 'dot-cost' : 'dot-gain'} />
        </svg>
      )}
    </div>
  )
}
