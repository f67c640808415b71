// What npm does not bring along: installed when it is asked for, into a folder of the project's own, once for each change
// of what pins it.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Skipped } from './skipped.ts'

const installed = join(import.meta.dirname, '..', '.installed')
const patienceMilliseconds = 600_000
const mostOutputBytes = 64_000_000

export interface Installation {
  /** Of its folder. */
  readonly name: string
  /** What is to be installed, exactly: another text is installed again. */
  readonly pins: string
  /** Installs into an empty folder. Throws `Skipped` when this machine cannot. */
  install(folder: string): Promise<void>
}

/** Without what `npm run` tells its own script: an npm that is started here would take it for its own settings. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))

const lastLine = (error: unknown): string => {
  const said = ['stdout', 'stderr', 'message'].map((name) => String(Reflect.get(Object(error), name) ?? ''))
  return (
    said.flatMap((text) =>
      text
        .split('\n')
        .filter((line) => /\w/.test(line))
        .slice(-1),
    )[0] ?? 'no reason given'
  )
}

/** Runs a program to its end. Throws `Skipped` with the last line that it said when it fails or is not there. */
export const mustRun = async (folder: string, command: string, ...words: readonly string[]): Promise<void> => {
  const options = { cwd: folder, env: environment(), timeout: patienceMilliseconds, maxBuffer: mostOutputBytes }
  try {
    await promisify(execFile)(command, words, options)
  } catch (error) {
    throw new Skipped(`"${[command, ...words.slice(0, 2)].join(' ')} …" failed: ${lastLine(error)}`)
  }
}

/** The folder that holds what is pinned. Throws `Skipped` when this machine cannot install it. */
export const installOnce = async ({ name, pins, install }: Installation): Promise<string> => {
  const folder = join(installed, name)
  const stamp = join(folder, 'installed-from')
  const wanted = createHash('sha256').update(pins).digest('hex')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await install(folder)
  await writeFile(stamp, wanted)
  return folder
}

const pythonIn = (folder: string): string => join(folder, 'bin', 'python')

/**
 * A Python with exactly what a requirements file lists: nothing is resolved, nothing else is taken. Resolves with its path.
 * Throws `Skipped` where there is no Python, or pip cannot install it.
 */
export const pythonWith = async (name: string, requirements: string, ...words: readonly string[]): Promise<string> => {
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile']
  const folder = await installOnce({
    name,
    pins: await readFile(requirements, 'utf8'),
    async install(empty) {
      await mustRun(empty, 'python3', '-m', 'venv', '.')
      await mustRun(empty, pythonIn(empty), ...pip, ...words, '-r', requirements)
    },
  })
  return pythonIn(folder)
}
