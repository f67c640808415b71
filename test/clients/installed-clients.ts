// Installs clients that are too large for this project's packages: pinned here, into an ignored folder, on request, and
// again only if the pins change.

import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Skipped } from '../../verify/outcome.ts'
import { projectFolder } from './page.ts'
import { runProgram } from './run-program.ts'

const installed = join(projectFolder, 'node_modules', '.clients')
const pins = join(projectFolder, 'test', 'clients')
const patienceMilliseconds = 600_000

const run = async (folder: string, command: string, ...words: string[]): Promise<void> => {
  const environment = { HOME: process.env.HOME ?? folder }
  const program = { command, words, environment, folder, patienceMilliseconds }
  const { code, err } = await runProgram(program).catch((error: Error) => ({ code: 1, err: error.message }))
  if (code !== 0)
    throw new Skipped(`${command} could not install it: ${err.trim().split('\n').at(-1) ?? 'no reason given'}`)
}

/** Runs `install` in an empty folder of that name, unless it was run with the same pins. */
const once = async (name: string, pin: string, install: (folder: string) => Promise<void>): Promise<string> => {
  const folder = join(installed, name)
  const stamp = join(folder, '.installed-from')
  const wanted = createHash('sha256')
    .update(await readFile(join(pins, pin)))
    .digest('hex')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await install(folder)
  await writeFile(stamp, wanted)
  return folder
}

/** The folder with the programs of the coding agents. Throws `Skipped` if npm cannot install them. */
export const codingAgents = async (): Promise<string> => {
  const folder = await once('agents', 'agents/package-lock.json', async (empty) => {
    await cp(join(pins, 'agents'), empty, { recursive: true })
    await run(empty, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
    // Its own installation script puts this platform's program in place. Nothing else runs code.
    await run(empty, process.execPath, 'node_modules/@anthropic-ai/claude-code/install.cjs')
  })
  return join(folder, 'node_modules', '.bin')
}

/** The Python with LiteLLM. Throws `Skipped` if there is no Python or if pip cannot install LiteLLM. */
export const pythonWithLiteLlm = async (): Promise<string> => {
  const folder = await once('python', 'requirements.txt', async (empty) => {
    await run(empty, 'python3', '-m', 'venv', '.')
    // The list is complete, so pip resolves nothing and takes nothing else.
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile']
    await run(empty, join(empty, 'bin', 'python'), ...pip, '-r', join(pins, 'requirements.txt'))
  })
  return join(folder, 'bin', 'python')
}
