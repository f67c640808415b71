// The places from which Claude Code takes its settings, the strongest first.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, objectOf } from '../../core/json/object.ts'
import { parsedObject, textIn } from '../files/read-json.ts'
import type { Place, World } from '../world/world.ts'

/** `own`: the person's own `--settings`. */
const layerNames = ['managed', 'own', 'local', 'project', 'user'] as const
type LayerName = (typeof layerNames)[number]

export interface Layer {
  readonly name: LayerName
  readonly path: string
  /** Empty where the file is no JSON object: Claude Code leaves such a file out. */
  readonly settings: JsonObject
  readonly isBroken: boolean
}

const managedFolders: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
}

export const claudeFolder = ({ environment, home }: Place): string =>
  environment.CLAUDE_CONFIG_DIR ?? join(home, '.claude')

const dropIns = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Where settings may stand, `folder` being the one that Claude Code works in. */
const filesOf = (place: Place, folder: string): readonly (readonly [LayerName, string])[] => {
  const managed = managedFolders[place.platform] ?? '/etc/claude-code'
  return [
    ...dropIns(join(managed, 'managed-settings.d')).map((path) => ['managed', path] as const),
    ['managed', join(managed, 'managed-settings.json')],
    ['local', join(folder, '.claude', 'settings.local.json')],
    ['project', join(folder, '.claude', 'settings.json')],
    ['user', join(claudeFolder(place), 'settings.json')],
  ]
}

/** Those that there are. */
export const claudeLayers = (place: Place, folder: string): Layer[] =>
  filesOf(place, folder).flatMap(([name, path]) => {
    const text = textIn(path)
    if (text === undefined) return []
    const settings = parsedObject(text)
    return [{ name, path, settings: settings ?? {}, isBroken: settings === undefined && text.trim() !== '' }]
  })

export interface Found {
  readonly value: string
  /** The file, or `the environment`. */
  readonly where: string
  readonly layer?: LayerName
}

/** Who wins a variable: settings beat the environment that Claude Code is started in. */
export const winnerOf = (
  layers: readonly Layer[],
  environment: World['environment'],
  name: string,
): Found | undefined => {
  for (const { name: layer, path, settings } of layers) {
    const value = objectOf(settings.env)[name]
    if (typeof value === 'string' || typeof value === 'number') return { value: String(value), where: path, layer }
  }
  const value = environment[name]
  return value === undefined || value === '' ? undefined : { value, where: 'the environment' }
}
