// The settings of runs that are under way, each in a file of its own that its person alone may read. A run that was killed
// leaves its file behind; the next run removes it.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../core/json/object.ts'
import { elsewhere, stateFolder } from '../files/folders.ts'
import { writePrivate } from '../files/private.ts'
import type { Place } from '../world/world.ts'

const runFile = /^run-(\d+)\.json$/

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It lives, as somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Files of runs that have ended without removing them. */
export const staleRunFiles = (place: Place): string[] => {
  const folder = stateFolder(place)
  try {
    return readdirSync(folder)
      .filter((name) => {
        const [, id] = runFile.exec(name) ?? []
        return id !== undefined && !lives(Number(id))
      })
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Writes the settings of a run; resolves with their path. */
export const writeRunFile = (place: Place, id: number, settings: JsonObject): string => {
  const path = join(stateFolder(place), `run-${id}.json`)
  writePrivate(path, `${JSON.stringify(settings, null, 2)}\n`, elsewhere(place, 'state'))
  return path
}

export const removeStaleRunFiles = (place: Place): void => {
  for (const path of staleRunFiles(place)) rmSync(path, { force: true })
}
