// Resolves names that callers choose. The system's resolver works in a pool of threads that serves two look-ups at a time,
// and a silent name server holds its thread for seconds: two such names would stop every connection of this process.

import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { Resolve } from './guarded-lookup.ts'

const addressesIn = (
  outcome: PromiseSettledResult<readonly string[]>,
  family: LookupAddress['family'],
): LookupAddress[] => (outcome.status === 'fulfilled' ? outcome.value.map((address) => ({ address, family })) : [])

/**
 * Asks the name servers themselves, without the pool; the hosts file is not consulted. The signal cancels what is under
 * way. `servers`: addresses with ports, in place of the system's. @throws the resolver's own error when a name has no
 * address.
 */
export const networkResolve =
  (timeoutMs: number, servers?: readonly string[]): Resolve =>
  async (hostname, signal) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = (): void => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const addresses = [...addressesIn(four, 4), ...addressesIn(six, 6)]
      if (addresses.length === 0 && four.status === 'rejected') throw four.reason
      return addresses
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
