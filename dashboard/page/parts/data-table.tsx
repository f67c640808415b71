// A table that is one: a caption, column heads with their scope, rows that can be ordered by a button. Below 600 px each row is a
// card whose cells name their columns.

import { type ComponentChildren, Fragment } from 'preact'
import { useState } from 'preact/hooks'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  /** What rows are ordered by. Absent: they cannot be. */
  readonly order?: (row: Row) => number | string
  /** Numbers line up on the right, and so does what can be done with a row. */
  readonly isNumber?: boolean
  /** A moment stays on one line beside columns that have more to say. */
  readonly isWhole?: boolean
  /** A name of usual length stays on one line, too, where the page is wide; a longer one breaks. */
  readonly isName?: boolean
  /** Words of ours break between words alone: they are short. */
  readonly isOurs?: boolean
  /** Said to those who hear the table, and not shown: the cells show what they are. */
  readonly isSilent?: boolean
}

/** What a row has beside its cells: it opens below the row, as wide as the table, and moves no column. */
interface Detail<Row> {
  /** Of the button, and of the column that it stands in. */
  readonly name: string
  /** What tells this row from the others, for those who hear the button's name. */
  readonly of: (row: Row) => string
  readonly cell: (row: Row) => ComponentChildren
}

interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly empty: string
  /** A row that says something against the others. */
  readonly classOf?: (row: Row) => string
  readonly detail?: Detail<Row>
}

const compare = (one: number | string, other: number | string): number => (one < other ? -1 : one > other ? 1 : 0)

const looks = <Row,>({ isNumber, isWhole, isName, isOurs }: Column<Row>): string =>
  isNumber ? 'number' : isWhole ? 'whole' : isName ? 'name' : isOurs ? 'ours' : ''

interface DetailProps<Row> extends Detail<Row> {
  readonly row: Row
  readonly id: string
  readonly isOpen: boolean
  readonly toggle: () => void
}

const DetailCell = <Row,>({ row, name, of, id, isOpen, toggle }: DetailProps<Row>) => (
  <td class="number" data-name="">
    <div>
      <button type="button" class="opener small" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {name}
        <span class="visually-hidden"> of {of(row)}</span>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
      </button>
    </div>
  </td>
)

export const DataTable = <Row,>({ caption, columns, rows, keyOf, empty, classOf, detail }: DataTableProps<Row>) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string): void => {
    const others = new Set(opened)
    if (!others.delete(key)) others.add(key)
    setOpened(others)
  }
  const [ordered, setOrdered] = useState<{ readonly name: string; readonly isUp: boolean } | undefined>()
  const by = columns.find(({ name }) => name === ordered?.name)?.order
  const shown =
    by === undefined ? rows : [...rows].sort((one, other) => compare(by(one), by(other)) * (ordered?.isUp ? 1 : -1))
  if (rows.length === 0) return <p class="muted empty-table">{empty}</p>
  const head = ({ name, order, isNumber, isSilent }: Column<Row>) => {
    const direction = ordered?.name !== name ? 'none' : ordered.isUp ? 'ascending' : 'descending'
    return (
      <th
        key={name}
        scope="col"
        class={isNumber ? 'number' : ''}
        aria-sort={order === undefined ? undefined : direction}
      >
        {order === undefined ? (
          <span class={isSilent ? 'visually-hidden' : ''}>{name}</span>
        ) : (
          <button
            type="button"
            class="sort"
            onClick={() => setOrdered({ name, isUp: ordered?.name === name && !ordered.isUp })}
          >
            {name}
            <span aria-hidden="true">{direction === 'none' ? '' : direction === 'ascending' ? ' ↑' : ' ↓'}</span>
          </button>
        )}
      </th>
    )
  }
  return (
    <table>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(head)}
          {detail === undefined ? null : (
            <th scope="col" class="number">
              <span class="visually-hidden">{detail.name}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => {
          const key = keyOf(row)
          const [isOpen, id] = [opened.has(key), `detail-${key}`]
          return (
            <Fragment key={key}>
              <tr class={classOf?.(row) ?? ''}>
                {columns.map((column) => (
                  <td key={column.name} class={looks(column)} data-name={column.isSilent ? '' : column.name}>
                    <div>{column.cell(row)}</div>
                  </td>
                ))}
                {detail === undefined ? null : (
                  <DetailCell {...detail} row={row} id={id} isOpen={isOpen} toggle={() => toggle(key)} />
                )}
              </tr>
              {detail === undefined || !isOpen ? null : (
                <tr class="detail" id={id}>
                  <td colSpan={columns.length + 1}>{detail.cell(row)}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
