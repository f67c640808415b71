// Writes what the networks learn from, for each source of labels to a folder of its own.
// Run: node training/helene/export.ts DATA FOLDER [SOURCE...]; all sources if none is named.

import { join } from 'node:path'
import { articles } from './articles.ts'
import { dialogues, service } from './dialogues.ts'
import { meetings } from './meetings.ts'
import { writeRows } from './rows.ts'

const [data, folder, ...named] = process.argv.slice(2)
if (data === undefined || folder === undefined)
  throw new Error('Give the folder of the data and the folder to write to.')

const sources = { articles, dialogues, service, meetings }
for (const [name, textsOf] of Object.entries(sources))
  if (named.length === 0 || named.includes(name)) writeRows(join(folder, name), textsOf(data))
