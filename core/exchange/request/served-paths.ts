// What a client finds here, and what it most likely meant by a path that is one segment off. Wrong base URLs are the most
// frequent mistake of a first minute, and some of them work without saving anything.

import { isAmong } from '../../dialects/paths.ts'
import { dialects } from '../../dialects/registry.ts'
import type { Provider } from '../../upstream/provider.ts'
import type { ProviderPath } from '../../upstream/providers.ts'

/** The direct endpoint. */
export const compressPath = '/v1/compress'

const version = /^\/v\d+[a-z]*(?=\/|$)/

/** The prefix that people know the provider by. */
const prefixOf = ({ id, prefixes }: Provider): string => `/${prefixes.includes(id) ? id : prefixes[0]}`

/** How the base URL of the provider's own SDKs ends here: they append the rest of the path. */
const baseOf = (provider: Provider): string => `${prefixOf(provider)}${provider.versionInBase}`

const compacted = Object.values(dialects).flatMap(({ provider, paths }) => paths.map((path) => ({ provider, path })))

const servedHere = (served: readonly Provider[]) => compacted.filter(({ provider }) => served.includes(provider))

/** A path as it was probably meant: without slashes at its end or twice in a row, in small letters, names in the plural. */
const plain = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(/(?<=(^|\/)(message|completion|response))(?=$|\/)/g, 's')

/** Whose compacted path this ends in, whatever stands before it. */
const endsCompacted = (path: string, served: readonly Provider[]): Provider | undefined =>
  servedHere(served).find(({ path: tail }) => plain(path).endsWith(tail.replace(version, '')))?.provider

/** All that can be asked of this service, for a client that found nothing. */
export const listOfPaths = (served: readonly Provider[]): readonly string[] => [
  `POST ${compressPath}`,
  ...servedHere(served).map(({ provider, path }) => `POST ${prefixOf(provider)}${path}`),
  ...served.map((provider) => `${prefixOf(provider)}/... (any other path: forwarded unchanged)`),
]

/** How paths of Gemini's own API end. There is no base URL with which they would be read here. */
const gemini = /:(stream)?generatecontent$/i
const geminiAdvice =
  'This is Gemini’s own API, which this service does not read. Ask Gemini by an OpenAI client at /openai/v1, with X-Service-Upstream-Url: https://generativelanguage.googleapis.com/v1beta/openai.'

/** What to change about the base URL of a client that asks outside every prefix, as clients without their prefix do. */
export const missingPrefix = (path: string, served: readonly Provider[]): string | undefined => {
  if (gemini.test(path)) return geminiAdvice
  if (plain(path) === compressPath)
    return `The direct endpoint is POST ${compressPath} at the service's own address, spelled exactly so.`
  const meant = endsCompacted(path, served)
  if (meant === undefined && !version.test(path)) return undefined
  if (meant?.prefixes.includes(plain(path).split('/', 2)[1] ?? ''))
    return `The base URL must end in ${baseOf(meant)} exactly: in small letters, with one slash before it and no other.`
  const bases = (meant === undefined ? served : [meant]).map(baseOf)
  return `The base URL lacks the provider: it must end in ${bases.join(' or ')}. Set the client's base URL to this service's address followed by that.`
}

/** Of each provider: the version in its compacted paths, the first names behind it, and `models`, which clients ask for first of all. */
const versionedNames: ReadonlyMap<Provider, { readonly missing: string; readonly firstNames: ReadonlySet<string> }> =
  new Map(
    compacted.map(({ provider, path: whole }) => {
      const own = compacted.flatMap(({ provider: its, path }) => (its === provider ? [path] : []))
      const firstNames = new Set([...own.map((path) => path.replace(version, '').split('/')[1] ?? ''), 'models'])
      return [provider, { missing: version.exec(own[0] ?? whole)?.[0] ?? '', firstNames }]
    }),
  )

/** What to change about a base URL that has the version twice, or lacks it where the upstream needs it. */
export const wrongVersion = ({ provider, rest }: ProviderPath): string | undefined => {
  const [first = ''] = version.exec(rest) ?? []
  if (first !== '' && version.exec(rest.slice(first.length))?.[0] === first)
    return `The path has ${first} twice: this client appends it itself. End its base URL in ${prefixOf(provider)}.`
  const { missing = '', firstNames } = versionedNames.get(provider) ?? {}
  if (missing === '' || provider.versionInBase !== '' || !firstNames?.has(rest.split('/', 2)[1] ?? '')) return undefined
  return `The path lacks ${missing}: this client expects it in its base URL. End it in ${prefixOf(provider)}${missing}.`
}

/** Whether a request that passes through looks like one that the service compacts at another path. */
export const looksCompacted = (method: string, { provider, rest }: ProviderPath): boolean => {
  if (method !== 'POST') return false
  const own = [provider]
  return (
    endsCompacted(rest, own) !== undefined ||
    isAmong(
      compacted.map(({ path }) => path),
      plain(rest),
    )
  )
}
