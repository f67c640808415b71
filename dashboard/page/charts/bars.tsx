// One bar for each day or exchange: what was saved stands up, what was lost hangs down and is hatched, so that the two are told apart
// without colour. Arrow keys read them out.

import { useId, useState } from 'preact/hooks'
import { Ticks, usualGutter } from './ticks.tsx'
import { letterScale, useWidth } from './width.ts'

export interface Bar {
  /** Where names repeat, as those of hours do when clocks are put back. */
  readonly id?: string
  readonly name: string
  readonly gained: number
  readonly givenBack: number
  /** Read out, and shown when it is pointed at. */
  readonly detail: string
  /** Has a mark under it. */
  readonly isMarked?: boolean
}

interface BarsProps {
  readonly label: string
  readonly bars: readonly Bar[]
  readonly height?: number
}

/** With letters of the usual size. */
const usualLabelHeight = 20

/** A round number at or above. */
const roundUp = (value: number): number => {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power
}

/** Where everything stands, in CSS pixels. `scale`: of letters. */
const layoutOf = (bars: readonly Bar[], width: number, height: number, scale: number) => {
  const gutter = usualGutter * scale
  const top = roundUp(Math.max(0, ...bars.map(({ gained }) => gained)))
  const bottom = roundUp(Math.max(0, ...bars.map(({ givenBack }) => givenBack)))
  const plot = height - usualLabelHeight * scale
  // Without a bar the zero line stands where it stands below bars.
  const share = (value: number): number => (top + bottom === 0 ? 1 : (top - value) / (top + bottom))
  const yOf = (value: number): number => share(value) * (plot - 12) + 6
  const step = Math.max(0, width - gutter) / Math.max(1, bars.length)
  // A line of figures needs this much room.
  const isApart = (value: number): boolean => value === 0 || Math.abs(yOf(value) - yOf(0)) > 16 * scale
  return {
    width,
    height,
    gutter,
    plot,
    yOf,
    step,
    thickness: Math.max(1, Math.min(28, step * 0.72)),
    ticks: [...new Set([top, 0, -bottom])].filter(isApart),
    isNamed: (index: number): boolean =>
      index % Math.max(1, Math.ceil((56 * scale) / Math.max(1, step))) === 0 &&
      (bars.length - index) * step > 40 * scale,
  }
}

type Layout = ReturnType<typeof layoutOf>

interface DrawnBarProps {
  readonly bar: Bar
  readonly index: number
  readonly isChosen: boolean
  readonly hatch: string
  readonly layout: Layout
}

const DrawnBar = ({ bar, index, isChosen, hatch, layout }: DrawnBarProps) => {
  const { yOf, step, thickness, plot, height, gutter, isNamed } = layout
  const { name, gained, givenBack, isMarked } = bar
  const zero = yOf(0)
  const x = gutter + step * index + (step - thickness) / 2
  const common = { x, width: thickness }
  return (
    <g class={isChosen ? 'chosen' : ''}>
      <rect x={gutter + step * index} y={0} width={step} height={plot} class="touch" />
      {gained > 0 ? (
        <rect
          {...common}
          class="bar-gain"
          y={yOf(gained)}
          height={Math.max(1, zero - yOf(gained))}
          rx={Math.min(2, thickness / 4)}
        />
      ) : null}
      {givenBack > 0 ? (
        <rect
          {...common}
          class="bar-cost"
          fill={`url(#${hatch})`}
          y={zero}
          height={Math.max(1, yOf(-givenBack) - zero)}
        />
      ) : null}
      {isMarked ? <circle class="mark" cx={x + thickness / 2} cy={plot - 1} r={2.5} /> : null}
      {isNamed(index) ? (
        <text x={x + thickness / 2} y={height - 4} text-anchor="middle">
          {name}
        </text>
      ) : null}
    </g>
  )
}

interface DrawingProps {
  readonly bars: readonly Bar[]
  readonly chosen: number | undefined
  readonly layout: Layout
}

const Drawing = ({ bars, chosen, layout }: DrawingProps) => {
  const hatch = useId().replaceAll(':', '')
  return (
    // On paper there may be less room than it was drawn for.
    <svg
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      aria-hidden="true"
    >
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" class="hatch-ground" />
          <line x1="0" y1="0" x2="0" y2="5" class="hatch-line" />
        </pattern>
      </defs>
      <Ticks values={layout.ticks} yOf={layout.yOf} gutter={layout.gutter} width={layout.width} />
      {bars.map((bar, index) => (
        <DrawnBar
          key={bar.id ?? bar.name}
          bar={bar}
          index={index}
          isChosen={index === chosen}
          hatch={hatch}
          layout={layout}
        />
      ))}
    </svg>
  )
}

/** The bar that a key leads to from another; nothing for other keys. */
const barAfter = (key: string, chosen: number | undefined, count: number): number | undefined => {
  const ways: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }
  const way = ways[key]
  if (way === undefined) return undefined
  const from = chosen ?? (way > 0 ? -1 : count)
  return Math.min(count - 1, Math.max(0, from + way))
}

export const Bars = ({ label, bars, height = 180 }: BarsProps) => {
  const [element, width] = useWidth()
  const [chosen, setChosen] = useState<number | undefined>()
  const layout = layoutOf(bars, width, height, letterScale())
  const move = (event: KeyboardEvent): void => {
    const next = barAfter(event.key, chosen, bars.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }
  const point = (event: MouseEvent): void => {
    const from = (event.currentTarget as HTMLElement).getBoundingClientRect().left + layout.gutter
    const index = Math.floor((event.clientX - from) / Math.max(1, layout.step))
    setChosen(index >= 0 && index < bars.length ? index : undefined)
  }
  return (
    <div class="chart" ref={element}>
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Arrow keys read the bars.`}
        tabIndex={0}
        onKeyDown={move}
        onMouseMove={point}
        onMouseLeave={() => setChosen(undefined)}
      >
        {width === 0 ? (
          <svg height={height} aria-hidden="true" />
        ) : (
          <Drawing bars={bars} chosen={chosen} layout={layout} />
        )}
        <p class="chart-detail" aria-live="polite">
          {(chosen === undefined ? undefined : bars[chosen]?.detail) ?? '\u00a0'}
        </p>
      </div>
    </div>
  )
}
