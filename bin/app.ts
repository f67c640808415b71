// The app that `cdk` runs: one stage, from the context.

import { App } from 'aws-cdk-lib'
import { readStage } from '../lib/config.ts'
import { addService, checkService } from '../lib/service.ts'

const app = new App()
addService(app, readStage(app.node.getAllContext()))
checkService(app)
