// Which stacks a stage has. A deployment passes over what has left the app, so what a stage has no more is for the operator to delete.

import { domainsWithoutCertificate } from './front/domain.ts'
import type { Stage } from './stage/config.ts'
import { hasDashboard } from './stage/dashboard-fields.ts'
import { hasEndpoint, type StackName } from './stage/names.ts'

/** In the order in which they can be deleted. `watch` needs a region that is known. */
export const stacksOf = (stage: Stage): ReadonlyMap<StackName, boolean> =>
  new Map<StackName, boolean>([
    ['canary', stage.alarms.canary],
    ['dashboard', hasDashboard(stage)],
    ['watch', stage.frontDoor.enabled],
    ['edge', stage.frontDoor.enabled],
    ['firewall', stage.frontDoor.firewall === 'managed'],
    ['names', domainsWithoutCertificate(stage).length > 0],
    ['container', stage.compute === 'fargate'],
    ['compressor', hasEndpoint(stage)],
    ['proxy', true],
    ['storage', true],
  ])
