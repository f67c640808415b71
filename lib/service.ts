// Adds all stacks of one stage, and checks them.

import { type App, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { CompressorStack } from './stacks/compressor-stack.ts'
import { EdgeStack } from './stacks/edge-stack.ts'
import { FirewallStack } from './stacks/firewall-stack.ts'
import { ProxyStack } from './stacks/proxy-stack.ts'
import { StorageStack } from './stacks/storage-stack.ts'
import type { Stage } from './stage/config.ts'
import { stackName } from './stage/names.ts'

/** From now on synthesis fails on a finding that is not acknowledged. */
export const checkService = (app: App): void => Validations.of(app).addPlugins(new AwsSolutionsChecks(app))

/** Adds the stacks to the app. */
export const addService = (app: App, stage: Stage): void => {
  for (const [name, value] of Object.entries(stage.tags)) Tags.of(app).add(name, value)
  const storage = new StorageStack(app, stackName(stage, 'storage'), {
    stage,
    terminationProtection: stage.removal === 'retain',
  })
  const compressor = new CompressorStack(app, stackName(stage, 'compressor'), { stage })
  const proxy = new ProxyStack(app, stackName(stage, 'proxy'), { stage })
  // Functions find tables and endpoint by name. The order ensures that these exist.
  proxy.addStackDependency(storage)
  proxy.addStackDependency(compressor)
  if (!stage.frontDoor.enabled) return
  const edge = new EdgeStack(app, stackName(stage, 'edge'), { stage, routes: proxy.routes })
  if (stage.frontDoor.firewall === 'managed')
    edge.addStackDependency(new FirewallStack(app, stackName(stage, 'firewall'), { stage }))
}
