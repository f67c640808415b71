// Judges a proxied body and has it compacted. What is no JSON object is refused; what we do not understand goes through.

import type { Grant } from './access/account.ts'
import { type Compaction, compact } from './compaction/compact.ts'
import { planFor } from './compaction/plan.ts'
import { noSavings } from './compaction/savings.ts'
import type { Deployment, ProxyRoute } from './deployment.ts'
import type { Inbound } from './inbound.ts'
import { JsonKind, scanJson } from './json/scan.ts'
import { Refusal } from './refusal.ts'
import type { RequestOptions } from './request-options.ts'

/** What is forwarded first, and the body as it was received. */
export type ForwardBody = Omit<Compaction, 'body'> & { readonly body: string | Uint8Array }

const untouched = (inbound: Inbound): ForwardBody => ({
  body: inbound.body,
  outcome: 'verbatim',
  savings: async () => noSavings,
})

/**
 * The body of the route's dialect, compacted as the account and the request wish. Other methods of the path, encoded
 * bodies and routes without a dialect are forwarded untouched. Throws `Refusal` 400 for what is no JSON object.
 */
export const readBody = async (
  route: ProxyRoute,
  inbound: Inbound,
  grant: Grant,
  options: RequestOptions,
  { ports, memory, arrivalMilliseconds }: Deployment,
): Promise<ForwardBody> => {
  const { dialect } = route
  if (dialect === undefined || inbound.method !== 'POST' || inbound.headers['content-encoding'] !== undefined)
    return untouched(inbound)

  const tape = typeof inbound.body === 'string' ? scanJson(inbound.body) : undefined
  if (tape === undefined) throw new Refusal('request-invalid', 'The request body is not valid JSON.')
  if (tape.cells[0] !== JsonKind.Object) throw new Refusal('request-invalid', 'The request body must be a JSON object.')

  const plan = planFor(grant.account.compaction, options.compaction)
  return compact({
    tape,
    dialect,
    plan,
    compressor: ports.compressor,
    memory,
    deadline: () => ports.alarm(arrivalMilliseconds),
  })
}
