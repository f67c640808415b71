// SVG out of numbers: elements with escaped text, and a scale from values to pixels. Knows no data.

import { inMarkup } from '../../../core/text/markup.ts'

/** One element; children are elements already spelled. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[] = [],
): string => {
  const spelled = Object.entries(attributes).map(([key, value]) => ` ${key}="${inMarkup(String(value))}"`)
  return `<${name}${spelled.join('')}>${children.join('')}</${name}>`
}

const rounded = (value: number): number => Math.round(value * 10) / 10

export const label = (
  text: string,
  x: number,
  y: number,
  more: Readonly<Record<string, string | number>> = {},
): string => element('text', { x: rounded(x), y: rounded(y), 'font-size': 12, fill: '#333', ...more }, [inMarkup(text)])

export const line = (x1: number, y1: number, x2: number, y2: number, colour = '#ccc'): string =>
  element('line', { x1: rounded(x1), y1: rounded(y1), x2: rounded(x2), y2: rounded(y2), stroke: colour })

export interface Scale {
  readonly low: number
  readonly high: number
  position(value: number): number
  /** Round values from low to high. */
  readonly ticks: readonly number[]
}

const roundSteps = [1, 2, 5, 10]

/** A linear scale that holds all values, ends at round ones, and maps them to pixels from `from` to `to`. */
export const scaleOf = (values: readonly number[], from: number, to: number): Scale => {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const span = most > least ? most - least : Math.abs(most) || 1
  const magnitude = 10 ** Math.floor(Math.log10(span / 4))
  const step = magnitude * (roundSteps.find((size) => size * magnitude * 6 >= span) ?? 10)
  const [first, last] = [Math.floor(least / step + 1e-9), Math.ceil(most / step - 1e-9)]
  const [low, high] = [first * step, Math.max(last, first + 1) * step]
  return {
    low,
    high,
    position: (value) => from + ((value - low) / (high - low)) * (to - from),
    ticks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) =>
      Number((low + index * step).toPrecision(12)),
    ),
  }
}

/** A whole picture on white. */
export const picture = (width: number, height: number, title: string, elements: readonly string[]): string =>
  `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      'font-family': 'sans-serif',
      role: 'img',
    },
    [
      element('title', {}, [inMarkup(title)]),
      element('rect', { width, height, fill: 'white' }),
      label(title, 16, 24, { 'font-size': 15, 'font-weight': 'bold' }),
      ...elements,
    ],
  )}\n`

/** The first seven can be told apart by everyone; the others serve charts of many curves. */
export const colours: readonly string[] = [
  ...['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'],
  ...['#8c564b', '#7f7f7f', '#bcbd22', '#6a3d9a', '#b2df8a', '#fb9a99', '#2f4f4f'],
]
