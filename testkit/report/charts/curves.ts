// Points joined to curves over two axes, with the points that are to be reached as crosses. Axes begin where the data does,
// and say so by their numbers.

import { colours, element, label, line, picture, scaleOf } from './svg.ts'

export interface Point {
  readonly x: number
  readonly y: number
  /** Said beside the point. */
  readonly note?: string
}

export interface Curve {
  readonly name: string
  readonly points: readonly Point[]
}

export interface CurvesChart {
  readonly title: string
  readonly x: string
  readonly y: string
  readonly curves: readonly Curve[]
  readonly targets: readonly Curve[]
  /** What stands behind the numbers of an axis. @default ' %' for both */
  readonly units?: { readonly x: string; readonly y: string }
}

const percentages = { x: ' %', y: ' %' }

const [width, height] = [860, 480]
const area = { left: 64, right: 560, top: 68, bottom: 424 }

const cross = (x: number, y: number, colour: string): string =>
  element('path', {
    d: `M${x - 6} ${y - 6}L${x + 6} ${y + 6}M${x - 6} ${y + 6}L${x + 6} ${y - 6}`,
    stroke: colour,
    'stroke-width': 2,
  })

/** The chart as an SVG document. */
export const curvesSvg = ({ title, x, y, curves, targets, units = percentages }: CurvesChart): string => {
  const points = [...curves, ...targets].flatMap((curve) => curve.points)
  const across = scaleOf(
    points.map((point) => point.x),
    area.left,
    area.right,
  )
  const upward = scaleOf(
    points.map((point) => point.y),
    area.bottom,
    area.top,
  )
  const axes = [
    ...across.ticks.flatMap((tick) => [
      line(across.position(tick), area.top, across.position(tick), area.bottom),
      label(`${tick}${units.x}`, across.position(tick), area.bottom + 18, { 'text-anchor': 'middle' }),
    ]),
    ...upward.ticks.flatMap((tick) => [
      line(area.left, upward.position(tick), area.right, upward.position(tick)),
      label(`${tick}${units.y}`, area.left - 8, upward.position(tick) + 4, { 'text-anchor': 'end' }),
    ]),
    label(x, (area.left + area.right) / 2, height - 16, { 'text-anchor': 'middle' }),
    label(y, 16, area.top - 20),
  ]
  const colourOf = (index: number): string => colours[index % colours.length] ?? 'black'
  /** The second time round the colours, rings and dashes. */
  const isAgain = (index: number): boolean => index >= colours.length
  const dot = (index: number, cx: number, cy: number): string =>
    element('circle', {
      cx: cx.toFixed(1),
      cy: cy.toFixed(1),
      r: 3.5,
      fill: isAgain(index) ? 'white' : colourOf(index),
      stroke: colourOf(index),
    })
  const drawn = curves.flatMap((curve, index) => {
    const pixels = curve.points.map((point) => ({
      ...point,
      px: across.position(point.x),
      py: upward.position(point.y),
    }))
    const path = pixels.map(({ px, py }) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')
    return [
      element('polyline', {
        points: path,
        fill: 'none',
        stroke: colourOf(index),
        'stroke-width': 2,
        ...(isAgain(index) ? { 'stroke-dasharray': '5 4' } : {}),
      }),
      ...pixels.flatMap(({ px, py, note }) => [
        dot(index, px, py),
        ...(note === undefined ? [] : [label(note, px + 6, py - 5, { 'font-size': 10 })]),
      ]),
    ]
  })
  const wanted = targets.flatMap((curve, index) =>
    curve.points.map((point) => cross(across.position(point.x), upward.position(point.y), colourOf(index))),
  )
  const legend = [...curves, ...targets].flatMap((curve, index) => {
    const at = area.top + 10 + index * 20
    const isTarget = index >= curves.length
    return [
      isTarget ? cross(area.right + 30, at, colourOf(index - curves.length)) : dot(index, area.right + 30, at),
      label(curve.name, area.right + 44, at + 4),
    ]
  })
  return picture(width, height, title, [...axes, ...drawn, ...wanted, ...legend])
}
