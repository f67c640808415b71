// Where things are kept on this machine: https://specifications.freedesktop.org/basedir, and Windows' own places.

import { isAbsolute, join } from 'node:path'
import type { Place } from '../world/world.ts'

const below = ({ environment, home }: Place, variable: string, otherwise: string): string => {
  const named = environment[variable]
  // A relative path is to be ignored, says the specification.
  return join(named !== undefined && isAbsolute(named) ? named : join(home, otherwise), 'compaction')
}

/** `named`: by `HOME`. An empty or relative one would put the token into the folder of the moment. */
export const homeFolder = (named: string, otherwise: () => string): string => (isAbsolute(named) ? named : otherwise())

/** What else can be done where a folder of these takes nothing, as the end of what is said of it. */
export const elsewhere = ({ platform }: Place, folder: 'config' | 'state'): string => {
  const names = { config: ['APPDATA', 'XDG_CONFIG_HOME'], state: ['LOCALAPPDATA', 'XDG_STATE_HOME'] }[folder]
  return ` ${names[platform === 'win32' ? 0 : 1]} may name another folder, by its whole path.`
}

/** Of what the person has decided: the sign-ins. */
export const configFolder = (place: Place): string =>
  place.platform === 'win32' ? below(place, 'APPDATA', 'AppData/Roaming') : below(place, 'XDG_CONFIG_HOME', '.config')

/** Of what commands have to remember: journals, and files of runs that are under way. */
export const stateFolder = (place: Place): string =>
  place.platform === 'win32'
    ? join(below(place, 'LOCALAPPDATA', 'AppData/Local'), 'state')
    : below(place, 'XDG_STATE_HOME', '.local/state')
