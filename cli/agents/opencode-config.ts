// What OpenCode's own configuration says of its providers: it reads many files, and merges them.

import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { type JsonObject, objectOf } from '../../core/json/object.ts'
import { objectWithComments } from '../files/plain-json.ts'
import { textIn } from '../files/read-json.ts'
import { Located } from '../world/faults.ts'
import type { Place, World } from '../world/world.ts'

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

/** A name that stands for a variable is replaced by OpenCode before anything is read. */
const substituted = (text: string, { environment }: Pick<World, 'environment'>): string =>
  text.replace(/\{env:([^}]+)\}/g, (_whole, name: string) => environment[name] ?? '')

const settingsIn = (text: string, where: string, world: World): JsonObject => {
  const settings = text.trim() === '' ? {} : objectWithComments(substituted(text, world))
  if (settings !== undefined) return settings
  throw new Located('The settings of OpenCode are no JSON object: it does not start.', where, `Mend ${where}`)
}

/** Settings that there are, the strongest first. Throws `Located` for what OpenCode does not start with. */
const layersOf = (world: World): JsonObject[] => {
  const { environment, folder, home } = world
  const folders = upwards(folder)
  const own = openCodeFolder(world)
  const inFiles = (paths: readonly string[]): JsonObject[] =>
    paths.flatMap((path) => {
      const text = textIn(path)
      return text === undefined ? [] : [settingsIn(text, path, world)]
    })
  const { OPENCODE_CONFIG: named, OPENCODE_CONFIG_CONTENT: content, OPENCODE_CONFIG_DIR: further } = environment
  return [
    ...inFiles(both(managedFolder(world))),
    ...(content === undefined ? [] : [settingsIn(content, 'OPENCODE_CONFIG_CONTENT', world)]),
    ...inFiles(further === undefined || further === '' ? [] : both(further)),
    ...inFiles([...folders.map((one) => join(one, '.opencode')), join(home, '.opencode')].flatMap(both)),
    ...inFiles(folders.map((one) => join(one, 'opencode.json'))),
    ...inFiles(folders.map((one) => join(one, 'opencode.jsonc'))),
    ...inFiles(named === undefined || named === '' ? [] : [named]),
    ...inFiles(['opencode.jsonc', 'opencode.json', 'config.json'].map((name) => join(own, name))),
  ]
}

/** Where OpenCode sends what is for a provider; absent: to the provider's own address. Throws `Located`. */
export const openCodeAddress = (world: World, provider: string): string | undefined => {
  for (const { provider: providers } of layersOf(world)) {
    const { baseURL } = objectOf(objectOf(objectOf(providers)[provider]).options)
    if (typeof baseURL === 'string' && baseURL !== '') return baseURL
  }
  return undefined
}
