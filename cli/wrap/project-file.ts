// What is asked of a file of a project before it is written. The project may be somebody else's: it can make the file a link to one of the
// person's own, or have it tracked, so that a token in it is committed.

import { spawnSync } from 'node:child_process'
import { sep } from 'node:path'
import { programAt } from '../agents/routes.ts'
import { Failed } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { fileAt } from './changed-file.ts'

/** Whether git says yes; nothing where it says neither, as without git or a repository. */
const git = (world: World, ...words: readonly string[]): boolean | undefined => {
  // By its path: on Windows the folder itself, which is the project's, would be looked through first.
  const program = programAt(world, 'git')
  if (program === undefined) return undefined
  // A repository can name a program that watches its files.
  const { status } = spawnSync(program, ['-C', world.folder, '-c', 'core.fsmonitor=false', ...words], {
    stdio: 'ignore',
    env: { ...world.environment },
  })
  return status === 0 ? true : status === 1 ? false : undefined
}

/** Throws `Failed` for a file outside of the folder. `path`: where it really is. */
export const requireInProject = (path: string, { folder }: World): void => {
  if (path.startsWith(`${fileAt(folder)}${sep}`)) return
  throw new Failed(`A link of this project leads to ${path}, outside of it: nothing is written there.`)
}

/** Throws `Failed` for a file that git tracks; says what to do where git would take it. */
export const noteOfToken = (path: string, world: World): string | undefined => {
  if (git(world, 'ls-files', '--error-unmatch', '--', path) === true)
    throw new Failed(
      `${path} is tracked by git: the token in it would be committed. Leave --project out, or: git rm --cached ${path}`,
    )
  return git(world, 'check-ignore', '--quiet', '--', path) === false
    ? `It holds your token, and git does not ignore it: add it to .gitignore before you commit.`
    : undefined
}
