// Takes from installed packages what no program reads: a quarter of what the service needs. Development has all of it, since
// compilers and bundlers read more. Plain JavaScript without dependencies, for a machine's older Node.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Declarations, sources, maps and manuals. Node runs no TypeScript of a package. */
const unreadFile = /\.(map|ts|cts|mts|tsx|flow|md|markdown)$/i
const licence = /licen[cs]e|notice|copying/i

/** Folders by the package that has them: encodings and forms of it that nothing here imports. */
const unreadFolders = { 'gpt-tokenizer': ['cjs', 'data', 'src'] }

const pruneFiles = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isForAnother = /[\\/]prebuilds$/.test(folder) && !entry.name.startsWith(`${process.platform}-`)
    if (entry.isDirectory() && !isForAnother) pruneFiles(path)
    else if (isForAnother || (entry.isFile() && unreadFile.test(entry.name) && !licence.test(entry.name)))
      rmSync(path, { recursive: true, force: true })
  }
}

/** What is left is enough to run the service, and its licences. `modules` is a folder of packages. */
export const prune = (modules) => {
  for (const [name, folders] of Object.entries(unreadFolders))
    for (const folder of folders) rmSync(join(modules, name, folder), { recursive: true, force: true })
  pruneFiles(modules)
}
