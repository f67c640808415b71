// Prints the table of docs/deploy.md: every field of a stage's file.

import { stageTable } from '../lib/stage/stage-table.ts'

process.stdout.write(`${stageTable()}\n`)
