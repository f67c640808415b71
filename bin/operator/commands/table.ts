// `tables create` makes the tables where no stack does. `tables restore` brings them back as they were, under another prefix:
// docs/runbook.md has the steps around it.

import type { RestoredTable } from '../../../adapters/dynamo/tables/restore-tables.ts'
import { prefixShape, tableIds, tableName } from '../../../adapters/dynamo/tables/tables.ts'
import { pastMoment } from '../arguments/values.ts'
import { Refused } from '../desk/faults.ts'
import { table } from '../output/output.ts'
import type { Command } from './command.ts'

const nothingRestored = (to: string, tables: readonly RestoredTable[]): string => {
  const time = tables.find(({ at }) => at !== undefined)?.at
  const asOf = time === undefined ? '' : `, as of ${time}`
  return `Nothing was restored: all tables of ${to} were there already${asOf}. They are complete, if that is what an interrupted run was to bring; otherwise choose another prefix.`
}

export const tableCommands: readonly Command[] = [
  {
    words: ['tables', 'create'],
    does: 'Makes the tables that are not there, in a database of your own that AWS_ENDPOINT_URL_DYNAMODB names. On AWS a stack makes them.',
    options: {},
    async run(_argument, _given, { createTables }) {
      const tablePrefix = await createTables()
      const names = tableIds.map((id) => tableName(tablePrefix, id))
      return { json: { tablePrefix, tables: names }, text: `There are now: ${names.join(', ')}.` }
    },
  },
  {
    words: ['tables', 'restore'],
    does: 'Restores all tables beside the ones that are there, under another prefix, as they were at a time. Repeating it goes on with a run that was interrupted.',
    options: { to: 'PREFIX', at: 'DATE-TIME', unprotected: 'yes' },
    required: ['to'],
    explains:
      '--unprotected yes leaves out the protection against deletion: for a trial whose tables are to be deleted again.',
    async run(_argument, { to = '', at, unprotected }, { restoreTables, now }) {
      if (!prefixShape.test(to)) throw new Refused(`--to is ${JSON.stringify(to)}, but must be a prefix such as blue-.`)
      if (unprotected !== undefined && unprotected !== 'yes') throw new Refused('--unprotected takes "yes" alone.')
      const tables = await restoreTables({
        to,
        ...(at === undefined ? {} : { at: pastMoment(at, now, 'at') }),
        isProtected: unprotected === undefined,
      })
      if (!tables.some(({ state }) => state === 'restored now')) throw new Refused(nothingRestored(to, tables))
      const rows = tables.map(({ name, state, at: time }) => ({ table: name, state, 'as of': time }))
      const next = `Set "tablePrefix": ${JSON.stringify(to)} in the file of the stage, and deploy.`
      return { json: { tables, tablePrefix: to }, text: `${table(rows, '')}\n\n${next}` }
    },
  },
]
