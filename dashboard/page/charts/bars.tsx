// One bar for each day or exchange: what was saved stands up, what was lost hangs down and is hatched, so that the two are told apart
// without colour. Arrow keys read them out.

import { useId, useState } from 'preact/hooks'
import { compact } from '../data/format.ts'
import { useWidth } from './width.ts'

export interface Bar {
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

const labelHeight = 20
const gutter = 52

/** A round number at or above. */
const roundUp = (value: number): number => {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power
}

export const Bars = ({ label, bars, height = 180 }: BarsProps) => {
  const [element, width] = useWidth()
  const [chosen, setChosen] = useState<number | undefined>()
  const hatch = useId().replaceAll(':', '')
  const top = roundUp(Math.max(0, ...bars.map(({ gained }) => gained)))
  const bottom = roundUp(Math.max(0, ...bars.map(({ givenBack }) => givenBack)))
  const whole = top + bottom || 1
  const plot = height - labelHeight
  const yOf = (value: number): number => ((top - value) / whole) * (plot - 12) + 6
  const zero = yOf(0)
  const step = Math.max(0, width - gutter) / Math.max(1, bars.length)
  const thickness = Math.max(1, Math.min(28, step * 0.72))
  const every = Math.max(1, Math.ceil(56 / Math.max(1, step)))
  const move = (event: KeyboardEvent): void => {
    const ways: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -bars.length,
      End: bars.length,
    }
    const way = ways[event.key]
    if (way === undefined) return
    event.preventDefault()
    const from = chosen ?? (way > 0 ? -1 : bars.length)
    setChosen(Math.min(bars.length - 1, Math.max(0, from + way)))
  }
  const point = (event: MouseEvent): void => {
    const from = (event.currentTarget as HTMLElement).getBoundingClientRect().left + gutter
    const index = Math.floor((event.clientX - from) / Math.max(1, step))
    setChosen(index >= 0 && index < bars.length ? index : undefined)
  }
  const detail = chosen === undefined ? undefined : bars[chosen]?.detail
  // A line of figures needs this much room.
  const ticks = [...new Set([top, 0, -bottom])].filter((value) => value === 0 || Math.abs(yOf(value) - zero) > 16)
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
          <svg width={width} height={height} aria-hidden="true">
            <defs>
              <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="5" height="5" class="hatch-ground" />
                <line x1="0" y1="0" x2="0" y2="5" class="hatch-line" />
              </pattern>
            </defs>
            {ticks.map((value) => (
              <g key={value}>
                <line x1={gutter} x2={width} y1={yOf(value)} y2={yOf(value)} class={value === 0 ? 'zero' : 'grid'} />
                <text x={gutter - 8} y={yOf(value) + 4} text-anchor="end">
                  {compact(value)}
                </text>
              </g>
            ))}
            {bars.map(({ name, gained, givenBack, isMarked }, index) => {
              const x = gutter + step * index + (step - thickness) / 2
              return (
                <g key={name} class={index === chosen ? 'chosen' : ''}>
                  <rect x={gutter + step * index} y={0} width={step} height={plot} class="touch" />
                  {gained > 0 ? (
                    <rect
                      class="bar-gain"
                      x={x}
                      width={thickness}
                      y={yOf(gained)}
                      height={Math.max(1, zero - yOf(gained))}
                      rx={Math.min(2, thickness / 4)}
                    />
                  ) : null}
                  {givenBack > 0 ? (
                    <rect
                      fill={`url(#${hatch})`}
                      class="bar-cost"
                      x={x}
                      width={thickness}
                      y={zero}
                      height={Math.max(1, yOf(-givenBack) - zero)}
                    />
                  ) : null}
                  {isMarked ? <circle class="mark" cx={x + thickness / 2} cy={plot - 1} r={2.5} /> : null}
                  {index % every === 0 && (bars.length - index) * step > 40 ? (
                    <text x={x + thickness / 2} y={height - 4} text-anchor="middle">
                      {name}
                    </text>
                  ) : null}
                </g>
              )
            })}
          </svg>
        )}
        <p class="chart-detail" aria-live="polite">
          {detail ?? '\u00a0'}
        </p>
      </div>
    </div>
  )
}
