// One command at a time reads a file and replaces it: of two at the same moment, the later would undo what the earlier has done.

import { rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../../adapters/files/file-fault.ts'
import { makeFolder } from '../../adapters/files/make-folder.ts'
import { orSaid } from './replace.ts'

const roundMilliseconds = 5
/** What is done takes one: a lock that stays so long belongs to a command that was killed. */
const patienceMilliseconds = 2_000

const rest = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, roundMilliseconds)
}

const isTaken = (lock: string): boolean => {
  try {
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 })
    return false
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return true
  }
}

const take = (lock: string): void => {
  makeFolder(dirname(lock))
  for (let waited = 0; isTaken(lock); waited += roundMilliseconds)
    if (waited < patienceMilliseconds) rest()
    else rmSync(lock, { force: true })
}

/** What `act`, which reads the file and replaces it, returns. `more`: what else can be done. Throws `Failed` where nothing can be written. */
export const oneAtATime = <T>(path: string, act: () => T, more = ''): T => {
  const lock = `${path}.lock`
  orSaid(path, 'written', () => take(lock), more)
  try {
    return act()
  } finally {
    rmSync(lock, { force: true })
  }
}
