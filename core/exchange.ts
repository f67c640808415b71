// THE line of every proxied request. Each step is one verb; what a step decides stands in its own file.
// Authentication, entitlements, limits and the upstream fail closed; compaction fails open.

import { authenticate } from './access/authenticate.ts'
import { authorise } from './access/authorise.ts'
import { limit } from './access/limit.ts'
import type { Deployment, ProxyRoute } from './deployment.ts'
import type { Inbound } from './inbound.ts'
import { forward } from './relay/forward.ts'
import { relay } from './relay/relay.ts'
import type { Reply } from './reply.ts'
import { readBody } from './request-body.ts'
import { readRequestOptions } from './request-options.ts'
import { targetOf } from './request-target.ts'
import { stopwatch } from './settlement.ts'
import { resolveUpstream } from './upstream/resolve.ts'

const passThrough: ProxyRoute = { name: 'pass-through' }

/** Throws `Refusal`; whatever upstream says, also that it cannot be reached, is a Reply. */
export const exchange =
  (own: ProxyRoute, deployment: Deployment) =>
  async (inbound: Inbound): Promise<Reply> => {
    const route = own.paths === undefined || own.paths.includes(inbound.path) ? own : passThrough
    const { ports, origins } = deployment
    const watch = stopwatch(ports.elapsed)

    const grant = await authenticate(inbound.headers, ports, inbound.receivedAt)
    authorise(grant, 'proxy', inbound.headers)
    watch.lap('authenticate')
    await limit(grant, inbound.body, ports.counters, inbound.receivedAt)
    watch.lap('limit')

    const target = targetOf(inbound)
    const options = readRequestOptions(inbound.headers)
    const upstream = resolveUpstream(inbound, target.provider, origins)
    const compaction = await readBody(route, inbound, grant, options, deployment)
    watch.lap('compact')

    const forwarded = await forward(inbound, upstream, target, compaction, ports)
    watch.lap('forward')
    return relay({ route, inbound, grant, options, target, upstream, forwarded, watch }, ports)
  }
