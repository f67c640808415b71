// Prints docs/costs.md: the costs of an idle and of a busy month.

import { costsPage } from '../lib/costs/page.ts'
import { parseStage, readStage } from '../lib/stage/stage-file.ts'

const stage = readStage({})
process.stdout.write(costsPage(stage, parseStage({ compressor: { kind: 'serverless' } }, 'The serverless stage')))
