// Leaves, reads and removes the note that says which service runs with this data.

import { readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type RunningNote, runningNote } from '../../adapters/files/running-note.ts'
import { StartFault } from '../process/start-fault.ts'

/** Writes the note. */
export const writeRunningNote = (path: string, running: RunningNote): Promise<void> =>
  writeFile(path, `${JSON.stringify(running)}\n`, { mode: 0o600 })

/** Removes the note. Does nothing if it is gone. */
export const removeRunningNote = (path: string): void => rmSync(path, { force: true })

/** The process that left the note, if it is still alive. A killed service cannot remove its note. */
export const runningProcess = (path: string): RunningNote | undefined => {
  try {
    const found = runningNote.parse(JSON.parse(readFileSync(path, 'utf8')))
    process.kill(found.pid, 0)
    return found
  } catch {
    return undefined
  }
}

/** What a second start with the same data says: where the first one is. */
export const alreadyRunning = (folder: string, holder: RunningNote | undefined): StartFault => {
  const by = holder === undefined ? 'another process' : `process ${holder.pid}`
  const at = holder?.baseUrl === undefined ? '' : ` at ${holder.baseUrl}`
  return new StartFault(
    `The service is already running with the data in ${folder}${at} (${by}). Use it, stop it, or choose another folder with --data.`,
  )
}
