// How Claude Code is started so that it goes through the service: with a settings file of ours, which beats the person's and
// the project's. None of their files is touched, and the token stands in no argument.

import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { type JsonObject, objectOf } from '../../core/json/object.ts'
import { isUuid } from '../../core/text/uuid.ts'
import { parsedObject, textIn } from '../files/read-json.ts'
import type { Start, Started } from '../runs/start.ts'
import { claudeVariables, withModeHeader, withoutServiceHeaders } from '../service/variables.ts'
import { Failed } from '../world/faults.ts'
import { claudeLayers, type Found, type Layer, winnerOf } from './claude-layers.ts'

const settingsOption = '--settings'
/** They choose or repeat a session themselves. */
const sessionOptions = /^(-c|--continue|-r|--resume|--session-id|--fork-session|--from-pr|--teleport)(=|$)/
/** They are no session. */
const sideCommands = new Set(
  'agents auth auto-mode config doctor install mcp migrate-installer plugin plugins setup-token ultrareview update upgrade'.split(
    ' ',
  ),
)

interface Words {
  /** The person's own `--settings`: the last one counts. */
  readonly settings?: string
  readonly rest: readonly string[]
}

/** Takes `--settings` out of the words, up to a `--`. */
export const withoutSettings = (words: readonly string[]): Words => {
  const end = words.indexOf('--')
  const rest: string[] = []
  let settings: string | undefined
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const isOption = end < 0 || at < end
    if (isOption && word === settingsOption && at + 1 < words.length) {
      at += 1
      settings = words[at]
    } else if (isOption && word.startsWith(`${settingsOption}=`)) settings = word.slice(settingsOption.length + 1)
    else rest.push(word)
  }
  return settings === undefined ? { rest } : { settings, rest }
}

/** JSON, or a file of it. Throws `Failed` for anything else: Claude Code would leave it out without a word. */
const settingsOf = (given: string | undefined, folder: string): JsonObject => {
  if (given === undefined) return {}
  const text = given.trimStart().startsWith('{') ? given : textIn(resolve(folder, given))
  const settings = text === undefined ? undefined : parsedObject(text)
  if (settings === undefined) throw new Failed('What --settings names is neither a file of JSON nor a JSON object.')
  return settings
}

/** Clouds of other companies have addresses of their own: the base URL means nothing to them. */
const clouds = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY']
/** How Claude Code reads a variable that switches something on. */
export const isOn = (value: string): boolean => !/^(|0|false|no|off)$/i.test(value)

/** Why nothing would come through the service; each with where it is said. */
export const claudeObstacles = (layers: readonly Layer[], environment: Start['world']['environment']): string[] => {
  const base = winnerOf(layers, environment, 'ANTHROPIC_BASE_URL')
  return [
    ...(base?.layer === 'managed'
      ? [`${base.where} (env.ANTHROPIC_BASE_URL) is managed and beats every other setting. Ask who manages it.`]
      : []),
    ...clouds.flatMap((name) => {
      const found = winnerOf(layers, environment, name)
      return found !== undefined && isOn(found.value)
        ? [`${name} in ${found.where} sends requests to another cloud.`]
        : []
    }),
  ]
}

const ownHeaders = (found: Found | undefined): string =>
  found?.layer === 'project' || found?.layer === 'local' ? withoutServiceHeaders(found.value) : (found?.value ?? '')

/** Settings that make Claude Code go through the service, with the person's own `--settings` among them. */
const claudeSettings = (own: JsonObject, layers: readonly Layer[], start: Omit<Start, 'words'>): JsonObject => {
  const { route, mode, world, statusLine } = start
  const ownLayer: Layer = { name: 'own', path: settingsOption, settings: own, isBroken: false }
  const headers = ownHeaders(winnerOf([ownLayer, ...layers], world.environment, 'ANTHROPIC_CUSTOM_HEADERS'))
  const variables = claudeVariables(route, withModeHeader(headers, mode))
  const hasStatusLine = [ownLayer, ...layers].some(({ settings }) => settings.statusLine !== undefined)
  return {
    ...own,
    env: { ...objectOf(own.env), ...variables },
    ...(hasStatusLine || statusLine === undefined ? {} : { statusLine: { type: 'command', command: statusLine } }),
  }
}

/** The id of the session that these words start or go on with, if they tell; and whether it goes on. */
const sessionIn = (words: readonly string[]): { readonly id?: string; readonly isOld: boolean } | undefined => {
  const at = words.findIndex((word) => sessionOptions.test(word))
  if (at < 0) return undefined
  const word = words[at] ?? ''
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : (words[at + 1] ?? '')
  const isOld = !word.startsWith('--session-id')
  return isUuid(value) && !words.includes('--fork-session') ? { id: value.toLowerCase(), isOld } : { isOld }
}

/** Throws `Failed` where nothing would come through. */
export const startClaude = (start: Start): Started => {
  const { world, words, isForced } = start
  const { settings: given, rest } = withoutSettings(words)
  const layers = claudeLayers(world, world.folder)
  const obstacles = claudeObstacles(layers, world.environment)
  if (obstacles.length > 0 && !isForced)
    throw new Failed([...obstacles, 'Nothing would be compacted. To start all the same: --force'].join('\n'))
  const own = settingsOf(given, world.folder)
  const known = sessionIn(rest)
  const isSession = !sideCommands.has(rest[0] ?? '')
  const fresh = known === undefined && isSession ? randomUUID() : undefined
  const session = fresh ?? known?.id
  return {
    program: 'claude',
    install: 'npm install -g @anthropic-ai/claude-code',
    settings: claudeSettings(own, layers, start),
    words: (file) => [settingsOption, file, ...(fresh === undefined ? [] : ['--session-id', fresh]), ...rest],
    environment: {},
    ...(session === undefined ? {} : { session: { id: session, isOld: known?.isOld === true } }),
    isSetup: !isSession,
    notes: obstacles,
  }
}
