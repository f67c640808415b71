// A table as a file to be saved.

import { defined } from '../../../core/collections/defined.ts'
import { type CsvCell, csvText } from '../../../core/ledger/csv.ts'
import type { Answer } from '../../http.ts'

/** A file to be saved under a name. */
export const csv = (
  name: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, CsvCell>>[],
): Answer => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
  },
  cookies: [],
  body: csvText(columns, rows),
})

/** A part of such a file: `x-lines` counts its lines, and `x-next-cursor` says where the next one begins, if there is one. */
export const csvPart = (
  name: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, CsvCell>>[],
  next: string | undefined,
): Answer => {
  const { headers, ...answer } = csv(name, columns, rows)
  return { ...answer, headers: { ...headers, ...defined({ 'x-lines': String(rows.length), 'x-next-cursor': next }) } }
}
