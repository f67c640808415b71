// Prints the table of docs/deploy.md: every field of a stage's file.

import { stageTable } from '../lib/stage/stage-table.ts'
import { takesNoWords } from './usage-fault.ts'

takesNoWords(`node_modules/.bin/node bin/stage-table.ts

Prints the table of settings of docs/deploy.md. It has no options.`)

process.stdout.write(`${stageTable()}\n`)
