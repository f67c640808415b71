// A table as a file to be saved.

import { type CsvCell, csvText } from '../../core/ledger/csv.ts'
import type { Answer } from '../http.ts'

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
