// The lines of a chart that have a figure, the zero line among them.

import { compact } from '../data/format.ts'

/** Room for the figures, on the left, with letters of the usual size. */
export const usualGutter = 52

interface TicksProps {
  readonly values: readonly number[]
  readonly yOf: (value: number) => number
  readonly gutter: number
  readonly width: number
}

export const Ticks = ({ values, yOf, gutter, width }: TicksProps) => (
  <>
    {values.map((value) => (
      <g key={value}>
        <line x1={gutter} x2={width} y1={yOf(value)} y2={yOf(value)} class={value === 0 ? 'zero' : 'grid'} />
        <text x={gutter - 8} y={yOf(value) + 4} text-anchor="end">
          {compact(value)}
        </text>
      </g>
    ))}
  </>
)
