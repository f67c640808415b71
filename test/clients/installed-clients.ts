// Clients that are too large for this project's packages: pinned here, installed when they are asked for.

import { cp, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { oldestNode } from '../../dashboard/oldest-node.ts'
import { installOnce, mustRun, pythonWith } from '../../testkit/install-once.ts'

const pins = import.meta.dirname

/** The folder with the programs of the coding agents. Throws `Skipped` if npm cannot install them. */
export const codingAgents = async (): Promise<string> => {
  const folder = await installOnce({
    name: 'coding-agents',
    pins: await readFile(join(pins, 'agents', 'package-lock.json'), 'utf8'),
    async install(empty) {
      await cp(join(pins, 'agents'), empty, { recursive: true })
      await mustRun(empty, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
      // Its own installation puts the program of this platform in its place; nothing else runs code.
      await mustRun(empty, process.execPath, 'node_modules/@anthropic-ai/claude-code/install.cjs')
    },
  })
  return join(folder, 'node_modules', '.bin')
}

const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

interface NpmProgram {
  readonly name: string
  /** Name and version. */
  readonly pin: string
  readonly program: string
  /** What it needs after it is installed, if anything: nothing else runs code. */
  readonly finish?: (folder: string) => Promise<void>
}

/**
 * A program by itself: packages for other systems are not in every registry, and a lockfile would ask for all of them. Throws
 * `Skipped` if npm cannot install it.
 */
const npmProgram = async ({ name, pin, program, finish }: NpmProgram): Promise<string> => {
  const folder = await installOnce({
    name,
    pins: pin,
    async install(empty) {
      await mustRun(empty, 'npm', 'install', '--prefix', '.', ...quietly, pin)
      await finish?.(empty)
    },
  })
  return join(folder, 'node_modules', '.bin', program)
}

/** OpenCode's program. Throws `Skipped` if npm cannot install it. */
export const opencodeProgram = (): Promise<string> =>
  npmProgram({
    name: 'opencode',
    pin: 'opencode-ai@1.18.33',
    program: 'opencode',
    finish: (folder) => mustRun(join(folder, 'node_modules', 'opencode-ai'), process.execPath, 'postinstall.mjs'),
  })

/** Continue's program. Throws `Skipped` if npm cannot install it. */
export const continueProgram = (): Promise<string> =>
  npmProgram({ name: 'continue', pin: '@continuedev/cli@1.5.47', program: 'cn' })

/** Cline's program. Throws `Skipped` if npm cannot install it. */
export const clineProgram = (): Promise<string> => npmProgram({ name: 'cline', pin: 'cline@3.0.65', program: 'cline' })

/** Kilo Code's program. Throws `Skipped` if npm cannot install it. */
export const kiloProgram = (): Promise<string> =>
  npmProgram({ name: 'kilo', pin: '@kilocode/cli@7.7.7', program: 'kilo' })

/** Google's program. Throws `Skipped` if npm cannot install it. */
export const geminiProgram = (): Promise<string> =>
  npmProgram({ name: 'gemini-cli', pin: '@google/gemini-cli@0.61.0', program: 'gemini' })

/** Goose's program. Throws `Skipped` where npm has none for this system. */
export const gooseProgram = async (): Promise<string> => {
  const built = `goose-binary-${process.platform}-${process.arch}`
  return npmProgram({ name: 'goose', pin: `@aaif/${built}@1.52.0`, program: built })
}

/** The oldest Node that runs the command line. Throws `Skipped` where npm has none for this system. */
export const oldestNodeProgram = (): Promise<string> =>
  npmProgram({
    name: 'oldest-node',
    pin: `node-${process.platform}-${process.arch}@${oldestNode}.0`,
    program: 'node',
  })

/** The folder with Anthropic's packages for other clouds. Throws `Skipped` if npm cannot install them. */
export const cloudSdks = (): Promise<string> => {
  const pins = ['@anthropic-ai/bedrock-sdk@1.1.3', '@anthropic-ai/vertex-sdk@1.1.3']
  return installOnce({
    name: 'cloud-sdks',
    pins: pins.join(' '),
    install: (empty) => mustRun(empty, 'npm', 'install', '--prefix', '.', ...quietly, ...pins),
  })
}

/** The folder with aider's program. Throws `Skipped` where it cannot be installed. */
export const aiderPrograms = async (): Promise<string> =>
  dirname(await pythonWith('aider', join(pins, 'aider-requirements.txt')))

/** The Python that has the providers' own packages and LangChain. Throws `Skipped` where it cannot be installed. */
export const pythonWithSdks = (): Promise<string> => pythonWith('python-sdks', join(pins, 'sdk-requirements.txt'))

/** The Python that has LiteLLM. Throws `Skipped` where it cannot be installed. */
export const pythonWithLiteLlm = (): Promise<string> => pythonWith('litellm', join(pins, 'requirements.txt'))
