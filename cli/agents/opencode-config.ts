// What OpenCode's own configuration says of its providers: it reads many files, and merges them.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { defined } from '../../core/collections/defined.ts'
import { type JsonObject, objectOf } from '../../core/json/object.ts'
import { objectWithComments } from '../files/plain-json.ts'
import { textIn, whereThere } from '../files/read-json.ts'
import { Located } from '../world/faults.ts'
import type { Place, World } from '../world/world.ts'

export const contentVariable = 'OPENCODE_CONFIG_CONTENT'

/** The person's own. */
export const openCodeFolder = ({ environment, home }: Pick<Place, 'environment' | 'home'>): string => {
  const named = environment.XDG_CONFIG_HOME
  return join(named !== undefined && isAbsolute(named) ? named : join(home, '.config'), 'opencode')
}

const managedFolder = ({ platform, environment }: Place): string => {
  if (platform === 'darwin') return '/Library/Application Support/opencode'
  return platform === 'win32' ? join(environment.ProgramData ?? 'C:\\ProgramData', 'opencode') : '/etc/opencode'
}

/** A folder and those around it, the nearest first, up to the project's. */
const upwards = (folder: string): string[] => {
  const around = dirname(folder)
  return existsSync(join(folder, '.git')) || around === folder ? [folder] : [folder, ...upwards(around)]
}

/** Of a project: the plain one is stronger. Of the person's own, the one with comments is. */
const both = (folder: string): string[] => [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')]

/** Where settings stand: what faults call it, and the folder from which they name files. */
interface Source {
  readonly where: string
  readonly folder: string
}

/** A text as it stands between quotes of JSON. */
const inQuotes = (text: string): string => JSON.stringify(text).slice(1, -1)

/** What stands in a file that settings name. Throws `Located`. */
const fileNamed = (name: string, { where, folder }: Source, home: string): string => {
  const path = resolve(folder, name.startsWith('~/') ? join(home, name.slice(2)) : name)
  // A repository may name what never ends.
  const text = whereThere(path, () => (statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined))
  if (text !== undefined) return text.trim()
  throw new Located(
    'The settings of OpenCode name a file that is not there: it does not start.',
    where,
    `Write ${path}, or take {file:${name}} out of ${where}`,
  )
}

/** A name that stands for a variable or a file is replaced by OpenCode before anything is read, except files in remarks. */
const substituted = (text: string, source: Source, { environment, home }: World): string =>
  text
    .replace(/\{env:([^}]+)\}/g, (_whole, name: string) => inQuotes(environment[name] ?? ''))
    .replace(/^[ \t]*\/\/.*|\{file:([^}]+)\}/gm, (whole, name?: string) =>
      name === undefined ? whole : inQuotes(fileNamed(name, source, home)),
    )

interface Layer extends Source {
  readonly settings: JsonObject
}

const layerOf = (text: string, source: Source, world: World): Layer => {
  const settings = text.trim() === '' ? {} : objectWithComments(substituted(text, source, world))
  if (settings !== undefined) return { ...source, settings }
  const { where } = source
  throw new Located('The settings of OpenCode are no JSON object: it does not start.', where, `Mend ${where}`)
}

/** Settings that there are, the strongest first. Throws `Located` for what OpenCode does not start with. */
const layersOf = (world: World): Layer[] => {
  const { environment, folder, home } = world
  const folders = upwards(folder)
  const own = openCodeFolder(world)
  const inFiles = (paths: readonly string[]): Layer[] =>
    paths.flatMap((path) => {
      const text = textIn(path)
      return text === undefined ? [] : [layerOf(text, { where: path, folder: dirname(path) }, world)]
    })
  const { OPENCODE_CONFIG: named, [contentVariable]: content, OPENCODE_CONFIG_DIR: further } = environment
  return [
    ...inFiles(both(managedFolder(world))),
    ...(content === undefined ? [] : [layerOf(content, { where: contentVariable, folder }, world)]),
    ...inFiles(further === undefined || further === '' ? [] : both(further)),
    ...inFiles([...folders.map((one) => join(one, '.opencode')), join(home, '.opencode')].flatMap(both)),
    ...inFiles(folders.map((one) => join(one, 'opencode.json'))),
    ...inFiles(folders.map((one) => join(one, 'opencode.jsonc'))),
    ...inFiles(named === undefined || named === '' ? [] : [named]),
    ...inFiles(['opencode.jsonc', 'opencode.json', 'config.json'].map((name) => join(own, name))),
  ]
}

export interface OpenCodeProvider {
  /** Where requests go, and the settings that say so; absent: to the provider's own address. */
  readonly address?: { readonly url: string; readonly where: string }
  /** What is sent along, by names in lower case. */
  readonly headers: ReadonlyMap<string, unknown>
}

/** What OpenCode has set for a provider, of all its settings together. Throws `Located`. */
export const openCodeProvider = (world: World, name: string): OpenCodeProvider => {
  const layers = layersOf(world).map(({ where, settings }) => ({
    where,
    options: objectOf(objectOf(objectOf(settings.provider)[name]).options),
  }))
  const headers = layers.toReversed().flatMap(({ options }) => Object.entries(objectOf(options.headers)))
  const addresses = layers.flatMap(({ where, options: { baseURL: url } }) =>
    typeof url === 'string' && url !== '' ? [{ url, where }] : [],
  )
  return {
    headers: new Map(headers.map(([header, value]) => [header.toLowerCase(), value])),
    ...defined({ address: addresses[0] }),
  }
}
