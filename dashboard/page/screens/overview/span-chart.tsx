// What was saved day by day or, of the last 24 hours, hour by hour: as bars, and as a table with the same numbers.

import { Bars } from '../../charts/bars.tsx'
import { compact, dayName, hourName, moment, signed } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { NetSums, Overview } from '../../data/types.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Figure, Net } from '../../parts/figure.tsx'

/** A day or an hour of the chart. */
interface Piece extends NetSums {
  /** When it begins; no two of them have the same. */
  readonly start: string
  /** Below its bar. */
  readonly name: string
  /** Where it stands alone. */
  readonly fullName: string
}

const piecesOf = ({ days, hours, zone: counted }: Overview): readonly Piece[] =>
  hours === undefined
    ? days.map((day) => ({ ...day, start: day.day, name: dayName(day.day), fullName: dayName(day.day) }))
    : hours.map((one) => ({
        ...one,
        start: one.hour,
        name: hourName(one.hour, counted),
        fullName: moment(one.hour, counted, serviceNow()),
      }))

const detailOf = ({ fullName, gained, givenBack, net, effectiveBefore, effectiveAfter }: Piece): string =>
  `${fullName}: ${compact(effectiveBefore)} before, ${compact(effectiveAfter)} after; ${compact(gained)} saved, ${compact(givenBack)} given back, net ${signed(net)}`

const zoneNote = (counted: string, unit: string): string =>
  counted === zone.value ? counted : `${counted} ${unit}s: those of ${zone.value} begin on quarters of an hour`

const figure = (name: string, value: (piece: Piece) => number) => ({
  name,
  isNumber: true,
  cell: (piece: Piece) => <Figure value={value(piece)} />,
  order: value,
})

/** The bars of an overview, and its table. */
export const SpanChart = ({ data }: { readonly data: Overview }) => {
  const unit = data.hours === undefined ? 'day' : 'hour'
  const pieces = piecesOf(data)
  return (
    <section class="section">
      <header>
        <h2>Net saved per {unit}</h2>
        <span class="small muted">
          {zoneNote(data.zone, unit)}
          {data.hours === undefined ? null : `, from ${pieces[0]?.fullName}`}
        </span>
      </header>
      <Bars
        label={`Saved and given back per ${unit}`}
        bars={pieces.map((piece) => ({
          id: piece.start,
          name: piece.name,
          gained: piece.gained,
          givenBack: piece.givenBack,
          detail: detailOf(piece),
        }))}
      />
      <details>
        <summary>Show as table</summary>
        <DataTable
          caption={`Net saved per ${unit}`}
          rows={pieces.filter(({ exchanges }) => exchanges > 0)}
          keyOf={({ start }) => start}
          empty="There are no exchanges."
          columns={[
            {
              name: unit === 'day' ? 'Day' : 'Hour',
              isWhole: true,
              cell: ({ fullName }) => fullName,
              order: ({ start }) => start,
            },
            figure('Exchanges', ({ exchanges }) => exchanges),
            figure('Before', ({ effectiveBefore }) => effectiveBefore),
            figure('After', ({ effectiveAfter }) => effectiveAfter),
            figure('Saved', ({ gained }) => gained),
            figure('Given back', ({ givenBack }) => givenBack),
            {
              name: 'Net',
              isNumber: true,
              cell: ({ net, estimatedExchanges }) => <Net value={net} isEstimate={estimatedExchanges > 0} />,
              order: ({ net }) => net,
            },
          ]}
        />
      </details>
    </section>
  )
}
