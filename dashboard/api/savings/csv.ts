// A table as a file to be saved.

import { defined } from '../../../core/collections/defined.ts'
import { byteOrderMark, type CsvCell, csvText } from '../../../core/ledger/csv.ts'
import type { Answer } from '../../http.ts'

type Rows = readonly Readonly<Record<string, CsvCell>>[]

const textOf = (name: string, columns: readonly string[], rows: Rows, mark: string): Answer => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
  },
  cookies: [],
  body: `${mark}${csvText(columns, rows)}`,
})

/** A file to be saved under a name. */
export const csv = (name: string, columns: readonly string[], rows: Rows): Answer =>
  textOf(name, columns, rows, byteOrderMark)

/** A part of such a file, whose mark the page sets before the first: `x-lines` counts its lines, and `x-next-cursor` says where the next one begins, if there is one. */
export const csvPart = (name: string, columns: readonly string[], rows: Rows, next: string | undefined): Answer => {
  const { headers, ...answer } = textOf(name, columns, rows, '')
  return { ...answer, headers: { ...headers, ...defined({ 'x-lines': String(rows.length), 'x-next-cursor': next }) } }
}
