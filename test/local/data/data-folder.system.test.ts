// The folder of a service's data: made with those that it lies in, or refused at once and in words.

import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeDataFolder } from '../../../local/data/data-folder.ts'
import { StartFault } from '../../../local/process/start-fault.ts'
import { startProcess, temporaryFolder } from '../service-process.ts'

it('makes the folders that are missing, for their owner alone, and leaves one that is there', () => {
  const folder = join(temporaryFolder(), 'a', 'b')
  makeDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  mkdirSync(join(folder, 'open'), { mode: 0o755 })
  makeDataFolder(join(folder, 'open'))
  expect(statSync(join(folder, 'open')).mode & 0o777).toBe(0o755)
})

it('says that a file is in the way', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeDataFolder(file)).toThrow('a file has this name (EEXIST)')
  expect(() => makeDataFolder(join(file, 'a', 'b'))).toThrow('it lies in something that is not a folder (ENOTDIR)')
})

it('says of a service that can keep nothing there which file it is, and why', async () => {
  const folder = temporaryFolder()
  const log = join(folder, 'service.log')
  // In the place of one that belongs to somebody else, which nothing is to who runs everything.
  mkdirSync(log)
  const { code, err } = await startProcess(['--data', folder, '--port', '0']).ended
  const told = `${log} cannot be written: it is a folder (EISDIR). Choose another folder with --data.\n`
  expect({ code, err }).toEqual({ code: 1, err: told })
})

// Only there is a folder that denies to be there: Node's own recursive `mkdir` asks it without end.
it.skipIf(!existsSync('/proc/self'))(
  'ends where nothing can be made, and so does a service that is started there',
  async () => {
    expect(() => makeDataFolder('/proc/x/y')).toThrow(StartFault)
    const { code, err } = await startProcess(['--data', '/proc/x', '--port', '0']).ended
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The folder /proc/x cannot be made: nothing can be made there (ENOENT). Choose another one with --data.\n',
    })
  },
)
