// Prints docs/costs.md: the costs of an idle and of a busy month.

import { costsPage } from '../lib/costs/page.ts'
import { parseStage, readStage } from '../lib/stage/stage-file.ts'
import { takesNoWords } from './usage-fault.ts'

takesNoWords(`node_modules/.bin/node bin/costs.ts > docs/costs.md

Prints what an idle and a busy month cost. It has no options.`)

const stage = readStage({})
process.stdout.write(costsPage(stage, parseStage({ compressor: { kind: 'serverless' } }, 'The serverless stage')))
