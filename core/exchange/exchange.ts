// The pipeline of every proxied request. Each step is one verb; what a step decides stands in its own file.
// Authentication, entitlements, limits and the upstream fail closed; compaction fails open.

import { authorise } from '../access/authorise.ts'
import { authenticate } from '../access/keys/authenticate.ts'
import { limit } from '../access/limits/limit.ts'
import { isAmong } from '../dialects/paths.ts'
import type { Inbound } from '../http/inbound.ts'
import type { Reply } from '../http/reply.ts'
import { pauses } from '../runtime/pieces.ts'
import type { Deployment, ProxyRoute } from './deployment.ts'
import { forward } from './forward.ts'
import { relay } from './relay.ts'
import { judgedRequest } from './request/judged-request.ts'
import { behindBody, compactBody, readBody } from './request/request-body.ts'
import { stopwatch } from './stopwatch.ts'

const passThrough: ProxyRoute = { name: 'pass-through' }

/** A dialect says what is posted. Other methods of its paths list what is stored, or delete it: nothing of them is read or counted. */
const routeFor = (own: ProxyRoute, { method, path }: Pick<Inbound, 'method' | 'path'>): ProxyRoute => {
  if (own.paths !== undefined && !isAmong(own.paths, path)) return passThrough
  return method === 'POST' ? own : { name: own.name }
}

/** Throws `Refusal`; whatever upstream says, also that it cannot be reached, is a Reply. */
export const exchange =
  (own: ProxyRoute, deployment: Deployment) =>
  async (inbound: Inbound): Promise<Reply> => {
    const route = routeFor(own, inbound)
    const { ports } = deployment
    const watch = stopwatch(ports.elapsed)

    const grant = await authenticate(inbound.headers, ports, inbound.receivedAt)
    authorise(grant, 'proxy', inbound.headers)
    watch.lap('authenticate')

    return deployment.underWay.run(grant.account.accountId, async () => {
      // Before the body is read: reading may keep the process busy, and a deadline of the store that fires late for that reason
      // must not look like an outage, in which every environment counts on its own.
      await limit(grant, inbound, ports.counters)
      watch.lap('limit')
      const pause = pauses(ports)
      const request = judgedRequest(route, inbound, grant, deployment)
      const reading = await readBody(request, deployment, () => watch.lap('read'))
      watch.lap('recognise')
      await pause()
      const compaction = await compactBody(request, reading, deployment)
      watch.lap('compact')
      await pause()

      const left = behindBody(request, reading, compaction, deployment)
      const forwarded = await forward(request, compaction, ports)
      watch.lap('forward')
      return relay({ ...request, forwarded, watch }, left, deployment)
    })
  }
