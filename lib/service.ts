// Adds all stacks of one stage, and checks them.

import { Annotations, type App, Stack, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { domainsWithoutCertificate } from './front/domain.ts'
import { containerOrigin, functionOrigins, type Led } from './front/origins.ts'
import { originOf } from './routes/url-origin.ts'
import { CanaryStack } from './stacks/canary-stack.ts'
import { CompressorStack } from './stacks/compressor-stack.ts'
import { ContainerStack } from './stacks/container-stack.ts'
import { DashboardStack } from './stacks/dashboard-stack.ts'
import { EdgeStack } from './stacks/edge-stack.ts'
import { FirewallStack } from './stacks/firewall-stack.ts'
import { NamesStack } from './stacks/names-stack.ts'
import { ProxyStack } from './stacks/proxy-stack.ts'
import { StorageStack } from './stacks/storage-stack.ts'
import { WatchStack } from './stacks/watch-stack.ts'
import type { Stage } from './stage/config.ts'
import { hasDashboard } from './stage/dashboard-fields.ts'
import { hasEndpoint, stackName } from './stage/names.ts'

/** From now on synthesis fails on a finding that is not acknowledged. */
export const checkService = (app: App): void => Validations.of(app).addPlugins(new AwsSolutionsChecks(app))

export interface Place {
  /** That is deployed into, where it is known: a stage may leave it to who deploys. */
  readonly region?: string | undefined
}

/** Adds the stacks to the app. */
export const addService = (app: App, stage: Stage, { region = stage.region }: Place = {}): void => {
  for (const [name, value] of Object.entries(stage.tags)) Tags.of(app).add(name, value)
  const props = inStageRegion(stage)
  const storage = new StorageStack(app, stackName(stage, 'storage'), {
    ...props,
    terminationProtection: stage.removal === 'retain',
  })
  const proxy = new ProxyStack(app, stackName(stage, 'proxy'), props)
  // Functions find tables by name; the order keeps them from finding none.
  proxy.addStackDependency(storage)
  const names =
    domainsWithoutCertificate(stage).length === 0
      ? undefined
      : new NamesStack(app, stackName(stage, 'names'), { stage })
  const containers = stage.compute === 'fargate' ? addContainers(app, stage, storage) : undefined
  const led = () =>
    containers === undefined ? functionOrigins(proxy.routes, stage) : containerOrigin(containers.balancer, stage)
  const edge = stage.frontDoor.enabled ? addEdge(app, stage, led, region) : undefined
  if (names !== undefined) edge?.addStackDependency(names)
  const publicUrl = edge?.baseUrl ?? proxy.compressUrl
  const asked = publicUrl === undefined ? containers : { baseUrl: publicUrl, vpc: undefined }
  if (stage.alarms.canary && asked !== undefined)
    new CanaryStack(app, stackName(stage, 'canary'), { ...props, baseUrl: asked.baseUrl, vpc: asked.vpc })
  addDashboard(app, stage, proxy, { edge, containers })
  if (!hasEndpoint(stage)) return
  const compressor = new CompressorStack(app, stackName(stage, 'compressor'), { ...props, stage })
  // Last of all: without a compressor requests go through as they came, and what an account may not have yet (instances,
  // builds) stops nothing else.
  for (const other of app.node.children)
    if (other instanceof Stack && other !== compressor) compressor.addStackDependency(other)
}

const inStageRegion = (stage: Stage) => ({
  stage,
  ...(stage.region === undefined ? {} : { env: { region: stage.region } }),
})

/** The functions stay beside them: they cost nothing while nobody calls them, and the way back is one line. */
const addContainers = (app: App, stage: Stage, storage: StorageStack): ContainerStack => {
  const containers = new ContainerStack(app, stackName(stage, 'container'), inStageRegion(stage))
  containers.addStackDependency(storage)
  if (!stage.frontDoor.enabled && stage.functionUrls)
    Annotations.of(containers).addWarningV2(
      'context-compaction:open-functions',
      'The functions answer at public URLs, beside a load balancer that only a network reaches. Set functionUrls to false if that is not meant.',
    )
  return containers
}

interface Before {
  readonly edge: EdgeStack | undefined
  readonly containers: ContainerStack | undefined
}

const addDashboard = (app: App, stage: Stage, proxy: ProxyStack, { edge, containers }: Before): void => {
  const messages = proxy.routes.find(({ route }) => route.name === 'messages')?.url
  if (!hasDashboard(stage) || messages === undefined) return
  const dashboard = new DashboardStack(app, stackName(stage, 'dashboard'), {
    ...inStageRegion(stage),
    baseUrl: edge?.baseUrl ?? withinNetwork(stage, containers) ?? originOf(messages),
  })
  // The secrets that prove the way through a front door, and a firewall of the stage.
  dashboard.addStackDependency(edge ?? proxy)
}

/** Of the containers; none where a certificate has another name than the load balancer. Of functions every route has one of its own. */
const withinNetwork = ({ fargate }: Stage, containers: ContainerStack | undefined): string | undefined =>
  fargate.certificateArn === undefined ? containers?.baseUrl : undefined

/** The front door, its firewall, and what watches over it. */
const addEdge = (app: App, stage: Stage, led: () => readonly Led[], region: string | undefined): EdgeStack => {
  const edge = new EdgeStack(app, stackName(stage, 'edge'), { ...inStageRegion(stage), led: led() })
  if (stage.frontDoor.firewall === 'managed')
    edge.addStackDependency(new FirewallStack(app, stackName(stage, 'firewall'), { stage }))
  if (region === undefined)
    Annotations.of(edge).addWarningV2(
      'context-compaction:region',
      'The region is not known: without it the front door has no alarms and no access logs. Name it in the file of the stage.',
    )
  else new WatchStack(app, stackName(stage, 'watch'), { stage, distributionRegion: region }).addStackDependency(edge)
  return edge
}
