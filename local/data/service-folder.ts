// What a running service keeps beside its tables: the log, and the note that says who has them open. Without a folder nothing is
// kept.

import { join } from 'node:path'
import { codeOf, reasonOf } from '../../adapters/files/file-fault.ts'
import { noteIn, type RunningNote } from '../../adapters/files/running-note.ts'
import { boundedLog, type Log, noLog } from '../process/bounded-log.ts'
import { StartFault } from '../process/start-fault.ts'
import { makeDataFolder } from './data-folder.ts'
import { removeRunningNote, writeRunningNote } from './running-file.ts'

export interface ServiceFolder {
  readonly log: Log
  /** Writes the note. Call it once the tables are open: until then another service may have them. */
  announce(running: RunningNote): Promise<void>
  end(): Promise<void>
  kill(): void
}

const logIn = (folder: string): Log => {
  const file = join(folder, 'service.log')
  try {
    return boundedLog(file)
  } catch (error) {
    throw new StartFault(`${file} cannot be written: ${reasonOf(codeOf(error))}. Choose another folder with --data.`)
  }
}

/** Makes the folder, readable by its owner alone, if it does not exist. Throws `StartFault` if nothing can be kept in it. */
export const openServiceFolder = async (folder: string | undefined, givenLog?: Log): Promise<ServiceFolder> => {
  if (folder === undefined)
    return { log: givenLog ?? noLog, announce: async () => {}, end: async () => {}, kill: () => {} }
  makeDataFolder(folder)
  const note = noteIn(folder)
  const log = givenLog ?? logIn(folder)
  let isAnnounced = false
  const kill = (): void => {
    if (isAnnounced) removeRunningNote(note)
  }
  return {
    log,
    announce(running) {
      isAnnounced = true
      return writeRunningNote(note, running)
    },
    async end() {
      kill()
      log.close()
    },
    kill,
  }
}
