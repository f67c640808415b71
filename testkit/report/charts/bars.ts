// Horizontal bars from zero, with the range of each as a whisker and one value marked as a line through all.

import { colours, element, label, line, picture, scaleOf } from './svg.ts'

export interface Bar {
  readonly name: string
  readonly value: number
  /** The worst single case. */
  readonly worst: number
}

export interface BarsChart {
  readonly title: string
  readonly x: string
  readonly mark: number
  readonly bars: readonly Bar[]
}

const [width, barHeight, left, right, top] = [760, 26, 220, 700, 44]

/** The chart as an SVG document. */
export const barsSvg = ({ title, x, mark, bars }: BarsChart): string => {
  const bottom = top + bars.length * barHeight
  const across = scaleOf([0, mark, ...bars.flatMap(({ value, worst }) => [value, worst])], left, right)
  const axis = across.ticks.flatMap((tick) => [
    line(across.position(tick), top, across.position(tick), bottom),
    label(String(tick), across.position(tick), bottom + 18, { 'text-anchor': 'middle' }),
  ])
  const drawn = bars.flatMap(({ name, value, worst }, index) => {
    const y = top + index * barHeight
    const end = across.position(value)
    const colour = value > mark ? colours[1] : colours[0]
    return [
      label(name, left - 8, y + 17, { 'text-anchor': 'end' }),
      element('rect', {
        x: left,
        y: y + 4,
        width: (end - left).toFixed(1),
        height: barHeight - 10,
        fill: colour ?? 'black',
      }),
      line(end, y + barHeight / 2 - 1, across.position(worst), y + barHeight / 2 - 1, '#333'),
      line(across.position(worst), y + 6, across.position(worst), y + barHeight - 8, '#333'),
      label(value.toFixed(2), left + 6, y + 17, { fill: 'white' }),
    ]
  })
  const marked = line(across.position(mark), top - 6, across.position(mark), bottom, '#000')
  return picture(width, bottom + 60, title, [
    ...axis,
    ...drawn,
    marked,
    label(x, (left + right) / 2, bottom + 44, { 'text-anchor': 'middle' }),
  ])
}
