// Resolves names that callers choose. Every answer is judged, and the socket gets only judged answers.

import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

/** All addresses of a name. The signal fires when nobody waits any more. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>

/** The system's resolver, which a socket without this guard would use. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true })

/** The destination has an address that is not public. */
export class AddressRejected extends Error {
  override readonly name = 'AddressRejected'
}

/** The resolver did not answer in time. */
export class LookupTimeout extends Error {
  override readonly name = 'LookupTimeout'
}

const within = async <T>(work: (signal: AbortSignal) => Promise<T>, milliseconds: number): Promise<T> => {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LookupTimeout('The name was not resolved in time.')), milliseconds)
  })
  return Promise.race([work(stop.signal), limit]).finally(() => {
    clearTimeout(timer)
    stop.abort()
  })
}

/**
 * A lookup for `net.connect` and `tls.connect`. A single answer that is not public rejects the whole name. Otherwise the
 * owner of the name could make the next connection try that address.
 */
export const guardedLookup = (
  resolve: Resolve,
  isPublic: (address: string) => boolean,
  timeoutMs: number,
): LookupFunction => {
  const judged = async (hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = await within((signal) => resolve(hostname, signal), timeoutMs)
    if (first === undefined) throw new Error('The name has no address.')
    const answers: [LookupAddress, ...LookupAddress[]] = [first, ...others]
    if (answers.every(({ address }) => isPublic(address))) return answers
    throw new AddressRejected('The name leads to an address that is not public.')
  }
  return (hostname, options, callback) => {
    judged(hostname).then(
      (answers) => (options.all ? callback(null, answers) : callback(null, answers[0].address, answers[0].family)),
      (error) => callback(error, options.all ? [] : ''),
    )
  }
}
