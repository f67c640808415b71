// The app that `cdk` runs. Builds the stage that its file describes.

import { App } from 'aws-cdk-lib'
import { addService, checkService } from '../lib/service.ts'
import type { Stage } from '../lib/stage/config.ts'
import { requireOfRegion } from '../lib/stage/of-region.ts'
import { readStage } from '../lib/stage/stage-file.ts'

const app = new App()
let stage: Stage
let region: string | undefined
try {
  stage = readStage(app.node.getAllContext())
  // The CDK's command line says where it deploys to.
  region = stage.region ?? process.env.CDK_DEFAULT_REGION
  requireOfRegion(stage, region)
} catch (fault) {
  // The author of the file needs its faults, and no stack trace of ours.
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exit(1)
}
addService(app, stage, { region })
checkService(app)
