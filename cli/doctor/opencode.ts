// OpenCode: for each provider that the service stands in for, its address and its header.

import { openCodeProvider } from '../agents/opencode-config.ts'
import { serviceHeader } from '../service/variables.ts'
import type { World } from '../world/world.ts'
import { type Finding, failure, warning, well } from './finding.ts'

const runLine = 'compaction run opencode'
const mendLine = `${runLine}, or compaction wrap opencode`

/** Where the service takes the requests for each, the usual place first: OpenCode appends what follows. */
const places = {
  anthropic: ['/anthropic/v1', '/provider-a/v1'],
  openai: ['/openai/v1', '/provider-b/v1', '/openai', '/provider-b'],
} as const
type Name = keyof typeof places
const names = Object.keys(places) as Name[]

const isAmong = (path: string, those: readonly string[]): boolean => those.includes(path.replace(/\/+$/, ''))

const providerFindings = (world: World, name: Name, baseUrl: string): Finding[] => {
  const { address, headers } = openCodeProvider(world, name)
  if (address === undefined) return [well(`OpenCode by itself sends to ${name}; ${runLine} sends through the service`)]
  const key = (member: string): string => `${address.where} (provider.${name}.options.${member})`
  const at = URL.canParse(address.url) ? new URL(address.url) : undefined
  // Neither asked nor repeated: a project's settings can put files and variables of the person's own into an address.
  if (at === undefined || at.origin !== new URL(baseUrl).origin)
    return [warning(`OpenCode sends its requests for ${name} to another address.`, key('baseURL'), mendLine)]
  const [usual] = places[name]
  const faults = [
    ...(isAmong(at.pathname, places[name])
      ? []
      : [
          failure(
            `The base URL of OpenCode for ${name} does not end in ${usual}.`,
            key('baseURL'),
            `Set it to ${baseUrl}${usual}`,
          ),
        ]),
    ...((headers.get(serviceHeader.toLowerCase()) ?? '') !== ''
      ? []
      : [
          failure(
            `OpenCode sends no header ${serviceHeader} for ${name}: every request is refused.`,
            key('headers'),
            mendLine,
          ),
        ]),
  ]
  return faults.length > 0 ? faults : [well(`OpenCode goes through the service for ${name}`, address.where)]
}

/** Throws `Located` for settings that OpenCode does not start with. */
export const openCodeFindings = (world: World, baseUrl: string): Finding[] =>
  names.flatMap((name) => providerFindings(world, name, baseUrl))
