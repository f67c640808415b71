// `tables restore`: brings the tables back as they were, under another prefix. docs/runbook.md has the steps around it.

import type { Command } from './command.ts'
import { Refused } from './faults.ts'
import { facts } from './output.ts'
import { pastMoment } from './values.ts'

const prefixShape = /^[a-z][a-z0-9-]{0,38}-$/

export const tableCommands: readonly Command[] = [
  {
    words: ['tables', 'restore'],
    does: 'Restores all tables beside the ones that are there, under another prefix, as they were at a time. Can be repeated.',
    options: { to: 'PREFIX', at: 'DATE-TIME', unprotected: 'yes' },
    required: ['to'],
    async run(_argument, { to = '', at, unprotected }, { restoreTables, now }) {
      if (!prefixShape.test(to)) throw new Refused(`--to is ${JSON.stringify(to)}, but must be a prefix such as blue-.`)
      if (unprotected !== undefined && unprotected !== 'yes') throw new Refused('--unprotected takes "yes" alone.')
      const names = await restoreTables({
        to,
        ...(at === undefined ? {} : { at: pastMoment(at, now, 'at') }),
        isProtected: unprotected === undefined,
      })
      const next = `Set "tablePrefix": ${JSON.stringify(to)} in the file of the stage, and deploy.`
      return { json: { tables: names, tablePrefix: to }, text: `${facts({ tables: names.join(' ') })}\n${next}` }
    },
  },
]
