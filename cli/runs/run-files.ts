// The settings of runs that are under way, each in a file of its own that its person alone may read. A run that was killed
// leaves its file behind. The program that it has started goes on, through the service and with that file, until it ends; only
// then the next run removes the file.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../adapters/process/alive.ts'
import type { JsonObject } from '../../core/json/object.ts'
import { elsewhere, stateFolder } from '../files/folders.ts'
import { writePrivate } from '../files/private.ts'
import { Failed } from '../world/faults.ts'
import type { Place } from '../world/world.ts'

/** Of run 12: `run-12.json`, its settings, and `run-12.program`, the process that reads them. */
const runFile = /^run-(\d+)\.(?:json|program)$/

const settingsPath = (place: Place, id: number): string => join(stateFolder(place), `run-${id}.json`)
const programPath = (place: Place, id: number): string => join(stateFolder(place), `run-${id}.program`)

/** Whether the program of a run lives. Where no process is named, it was not started, or by an older version. */
const programLives = (place: Place, id: number): boolean => {
  try {
    const pid = Number(readFileSync(programPath(place, id), 'utf8'))
    return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid)
  } catch {
    return false
  }
}

/** The ids of runs that have ended, with their programs, without removing their files. */
const staleRuns = (place: Place): readonly number[] => {
  try {
    const ids = readdirSync(stateFolder(place)).flatMap((name) => {
      const [, id] = runFile.exec(name) ?? []
      return id === undefined ? [] : [Number(id)]
    })
    return [...new Set(ids)].filter((id) => !isAlive(id) && !programLives(place, id))
  } catch {
    return []
  }
}

/** How many runs have left files that nobody reads any more. */
export const countStaleRuns = (place: Place): number => staleRuns(place).length

/** Writes the settings of a run; resolves with their path. */
export const writeRunFile = (place: Place, id: number, settings: JsonObject): string => {
  const path = settingsPath(place, id)
  writePrivate(path, `${JSON.stringify(settings, null, 2)}\n`, elsewhere(place, 'state'))
  return path
}

/** Notes which process reads a run's settings, so that they stay as long as it does. It runs: no disk that is full ends it. */
export const noteProgram = (place: Place, id: number, pid: number): void => {
  try {
    writePrivate(programPath(place, id), `${pid}\n`)
  } catch (error) {
    if (!(error instanceof Failed)) throw error
  }
}

/** Removes what a run has written. */
export const removeRunFiles = (place: Place, id: number): void => {
  for (const path of [settingsPath(place, id), programPath(place, id)]) rmSync(path, { force: true })
}

/** Removes what runs have left that nobody reads any more. */
export const removeStaleRunFiles = (place: Place): void => {
  for (const id of staleRuns(place)) removeRunFiles(place, id)
}
