// All stacks of one stage, and what they are checked against.

import { type App, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { CompressorStack } from './stacks/compressor-stack.ts'
import { EdgeStack } from './stacks/edge-stack.ts'
import { FirewallStack } from './stacks/firewall-stack.ts'
import { ProxyStack } from './stacks/proxy-stack.ts'
import { StorageStack } from './stacks/storage-stack.ts'
import type { Stage } from './stage/config.ts'
import { stackName } from './stage/names.ts'

/** From now on, synthesis fails on a finding that nobody has acknowledged. */
export const checkService = (app: App): void => Validations.of(app).addPlugins(new AwsSolutionsChecks(app))

/** Adds the stacks to the app. */
export const addService = (app: App, stage: Stage): void => {
  for (const [name, value] of Object.entries(stage.tags)) Tags.of(app).add(name, value)
  const props = { stage, ...(stage.region === undefined ? {} : { env: { region: stage.region } }) }
  const storage = new StorageStack(app, stackName(stage, 'storage'), {
    ...props,
    terminationProtection: stage.removal === 'retain',
  })
  const proxy = new ProxyStack(app, stackName(stage, 'proxy'), props)
  // Functions find tables by name; the order keeps them from finding none.
  proxy.addStackDependency(storage)
  const compressor = new CompressorStack(app, stackName(stage, 'compressor'), props)
  // Last of all: without a compressor requests go through as they came, and what an account may not have yet (instances,
  // builds) stops nothing else.
  compressor.addStackDependency(proxy)
  if (!stage.frontDoor.enabled) return
  const edge = new EdgeStack(app, stackName(stage, 'edge'), { ...props, routes: proxy.routes })
  compressor.addStackDependency(edge)
  if (stage.frontDoor.firewall === 'managed')
    edge.addStackDependency(new FirewallStack(app, stackName(stage, 'firewall'), { stage }))
}
