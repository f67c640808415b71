// The app that `cdk` runs: one stage, as its file says.

import { App } from 'aws-cdk-lib'
import { addService, checkService } from '../lib/service.ts'
import { readStage } from '../lib/stage-file.ts'

const app = new App()
addService(app, readStage(app.node.getAllContext()))
checkService(app)
