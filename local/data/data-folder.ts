// Makes the folder of a service's data.

import { FolderFault, makeFolder } from '../../adapters/files/make-folder.ts'
import { StartFault } from '../process/start-fault.ts'

/** Throws `StartFault`. */
export const makeDataFolder = (path: string): void => {
  try {
    makeFolder(path)
  } catch (error) {
    if (!(error instanceof FolderFault)) throw error
    throw new StartFault(`${error.message} Choose another one with --data.`)
  }
}
