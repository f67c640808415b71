// Judges the URL of an upstream: scheme, spelling, host, literal address. What a name resolves to is judged at the socket.

import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'

/** Where an upstream stands. */
export interface Destination {
  /** `https://host[:port]`. */
  readonly origin: string
  readonly host: string
  /** The URL's path without trailing slashes; may be empty. */
  readonly basePath: string
  /** The origin is trusted by deployment configuration. */
  readonly trusted: boolean
}

/** Names that lead inside: of the host itself, of the link, of a cloud's private zones, of a home network. */
const innerDomains = ['localhost', 'local', 'internal', 'home.arpa']

const faultOfName = (name: string): string | undefined => {
  const labels = name.split('.')
  if (name.length > 253 || labels.some((label) => !/^[a-z0-9_-]{1,63}$/.test(label))) return 'must name a valid host'
  if (innerDomains.some((domain) => name === domain || name.endsWith(`.${domain}`))) {
    return 'must not name a host of an internal network'
  }
  return labels.length < 2 ? 'must name a host with its domain' : undefined
}

const faultOfHost = (host: string): string | undefined => {
  const address = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIP(address) === 0) return faultOfName(host)
  return isPublicAddress(address) ? undefined : 'must not lead to a private, loopback or reserved address'
}

/** Whether a host stands in the deployment's own network, as far as its name or address says. */
export const isInnerHost = (host: string): boolean => faultOfHost(host.replace(/:\d+$/, '')) !== undefined

// A URL parser repairs much of this silently, and another parser repairs it differently: that gap is the attack.
const faultOfSpelling = (text: string): string | undefined => {
  if (/[\p{Cc}\p{Z}\\]/u.test(text)) return 'must not contain spaces, control characters or backslashes'
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined) return 'must be an absolute URL that begins with https://'
  // A header that was sent twice arrives as a list, of which a parser makes one URL: the first host, and a path that nobody meant.
  if (/,https?:/i.test(text)) return 'must be one URL, sent once'
  if (authority.includes('@')) return 'must not carry credentials'
  if (text.includes('?')) return 'must not have a query'
  return text.includes('#') ? 'must not have a fragment' : undefined
}

/** By hand: a pattern would be sought again from each of as many slashes as a header holds, and nobody else served meanwhile. */
const withoutSlashesAtEnd = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/**
 * The destination that a URL names, or in words what is wrong with it (never a part of the URL itself).
 * A trusted origin, compared as a whole, may be plain http and anywhere.
 */
export const judgeUpstreamUrl = (text: string, trustedOrigins: readonly string[]): Destination | string => {
  const spelling = faultOfSpelling(text)
  if (spelling !== undefined) return spelling
  if (!URL.canParse(text)) return 'must be a valid URL'
  const url = new URL(text)
  const basePath = withoutSlashesAtEnd(url.pathname)
  if (trustedOrigins.includes(url.origin)) return { origin: url.origin, host: url.host, basePath, trusted: true }
  if (url.protocol !== 'https:') return 'must use https'
  // `localhost.` is localhost, and no certificate names a host with its final dot.
  const hostname = url.hostname.replace(/\.$/, '')
  const fault = faultOfHost(hostname)
  if (fault !== undefined) return fault
  const host = url.port === '' ? hostname : `${hostname}:${url.port}`
  return { origin: `https://${host}`, host, basePath, trusted: false }
}
