// The note that a running service leaves with its data, for the operator's commands and for a second start.

import { readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const note = z.object({
  pid: z.number().int().positive(),
  dynamodbEndpoint: z.url(),
  baseUrl: z.url().exactOptional(),
  dashboardUrl: z.url().exactOptional(),
})
export type RunningNote = z.infer<typeof note>

/** Where the note lies. */
export const noteIn = (folder: string): string => join(folder, 'running.json')

/** Writes the note. */
export const writeRunningNote = (path: string, running: RunningNote): Promise<void> =>
  writeFile(path, `${JSON.stringify(running)}\n`, { mode: 0o600 })

/** Removes the note. Does nothing if it is gone. */
export const removeRunningNote = (path: string): void => rmSync(path, { force: true })

/** The process that left the note, if it is still alive. A killed service cannot remove its note. */
export const runningProcess = (path: string): RunningNote | undefined => {
  try {
    const found = note.parse(JSON.parse(readFileSync(path, 'utf8')))
    process.kill(found.pid, 0)
    return found
  } catch {
    return undefined
  }
}
