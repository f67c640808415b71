// Claude Code: who wins each of its settings, and whether what wins goes through the service.

import { claudeObstacles, isOn } from '../agents/claude.ts'
import { type Found, type Layer, winnerOf } from '../agents/claude-layers.ts'
import { serviceHeader } from '../service/variables.ts'
import type { World } from '../world/world.ts'
import { otherAt } from './answering.ts'
import { type Finding, failure, warning, well } from './finding.ts'

export interface ClaudeSight {
  readonly world: World
  readonly layers: readonly Layer[]
  readonly baseUrl: string
}

const variable = 'ANTHROPIC_BASE_URL'
const wrapLine = 'compaction wrap claude'
/** Of Anthropic's API at the service. */
const prefixes = ['/anthropic', '/provider-a']

const place = ({ where, layer }: Found, name: string): string =>
  layer === undefined ? `${where} (${name})` : `${where} (env.${name})`

const isAt = (address: string, base: string): boolean =>
  URL.canParse(address) && new URL(address).origin === new URL(base).origin

/** An address of the service with another path works, or seems to, and saves nothing. */
const pathFindings = (base: Found, baseUrl: string): Finding[] => {
  const path = new URL(base.value).pathname.replace(/\/+$/, '')
  if (prefixes.includes(path)) return [well('Claude Code goes through the service', base.where)]
  const what = /\/v1$/.test(path)
    ? 'The base URL of Claude Code has /v1 at its end, which the client adds itself.'
    : 'The base URL of Claude Code lacks the prefix /anthropic.'
  return [failure(what, place(base, variable), `Set it to ${baseUrl}/anthropic`)]
}

const headerFindings = ({ world, layers }: ClaudeSight): Finding[] => {
  const headers = winnerOf(layers, world.environment, 'ANTHROPIC_CUSTOM_HEADERS')
  const hasOurs = headers?.value.toLowerCase().includes(`${serviceHeader.toLowerCase()}:`) === true
  if (hasOurs) return []
  const where = headers === undefined ? 'ANTHROPIC_CUSTOM_HEADERS' : place(headers, 'ANTHROPIC_CUSTOM_HEADERS')
  return [failure(`Claude Code sends no header ${serviceHeader}: every request is refused.`, where, wrapLine)]
}

const toolSearchFindings = ({ world, layers }: ClaudeSight): Finding[] => {
  const name = 'ENABLE_TOOL_SEARCH'
  const found = winnerOf(layers, world.environment, name)
  if (found !== undefined && isOn(found.value)) return []
  const where = found === undefined ? name : place(found, name)
  return [warning('The tool search of Claude Code is off: every request carries every tool.', where, wrapLine)]
}

const foreignFindings = async (base: Found, world: World): Promise<Finding[]> => {
  const other = URL.canParse(base.value) ? await otherAt(world, base.value) : undefined
  const who = other === undefined ? 'another address' : other
  return [
    warning(
      `Claude Code sends its requests to ${who} (${base.value}).`,
      place(base, variable),
      'compaction run claude, or compaction wrap claude',
    ),
  ]
}

/** What the shell says and the settings overrule. */
const loserFindings = (base: Found | undefined, { world, baseUrl }: ClaudeSight): Finding[] => {
  const said = world.environment[variable]
  if (base?.layer === undefined || said === undefined || !isAt(said, baseUrl) || isAt(base.value, baseUrl)) return []
  return [
    failure(
      `${variable} of the environment loses to a settings file.`,
      place(base, variable),
      `Remove env.${variable} there, or: compaction run claude`,
    ),
  ]
}

const hookPattern = /\brtk\b|headroom|token-optimizer|lean-ctx|\bdistil\b/i

const hookFindings = ({ layers }: ClaudeSight): Finding[] =>
  layers.flatMap(({ path, settings }) => {
    const [name] = hookPattern.exec(JSON.stringify(settings.hooks ?? '')) ?? []
    return name === undefined
      ? []
      : [
          warning(
            `A hook of another compactor (${name}) shortens what the service would shorten.`,
            `${path} (hooks)`,
            `Remove the hook from ${path}, or keep one of the two`,
          ),
        ]
  })

export const claudeFindings = async (sight: ClaudeSight): Promise<Finding[]> => {
  const { world, layers, baseUrl } = sight
  const base = winnerOf(layers, world.environment, variable)
  const broken = layers
    .filter(({ isBroken }) => isBroken)
    .map(({ path }) =>
      warning('A settings file is no JSON: Claude Code leaves it out.', path, `Mend the JSON in ${path}`),
    )
  const clouds = claudeObstacles(layers, world.environment).map((what) =>
    failure(what, 'the settings of Claude Code', 'Take it out, or compaction run --force claude'),
  )
  const routed = base !== undefined && isAt(base.value, baseUrl)
  return [
    ...broken,
    ...clouds,
    ...(base === undefined
      ? [well('Claude Code by itself sends to Anthropic; compaction run claude sends through the service')]
      : []),
    ...(routed ? [...pathFindings(base, baseUrl), ...headerFindings(sight), ...toolSearchFindings(sight)] : []),
    ...(base !== undefined && !routed ? await foreignFindings(base, world) : []),
    ...loserFindings(base, sight),
    ...hookFindings(sight),
  ]
}
