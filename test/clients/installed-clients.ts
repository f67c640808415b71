// Clients that are too large for this project's packages: pinned here, installed when they are asked for.

import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

const opencode = 'opencode-ai@1.18.33'

/**
 * OpenCode's program, by itself: its packages for other systems are not in every registry, and a lockfile would ask for all
 * of them. Throws `Skipped` if npm cannot install it.
 */
export const opencodeProgram = async (): Promise<string> => {
  const folder = await installOnce({
    name: 'opencode',
    pins: opencode,
    async install(empty) {
      const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
      await mustRun(empty, 'npm', 'install', '--prefix', '.', ...quietly, opencode)
      await mustRun(join(empty, 'node_modules', 'opencode-ai'), process.execPath, 'postinstall.mjs')
    },
  })
  return join(folder, 'node_modules', '.bin', 'opencode')
}

/** The Python that has the providers' own packages and LangChain. Throws `Skipped` where it cannot be installed. */
export const pythonWithSdks = (): Promise<string> => pythonWith('python-sdks', join(pins, 'sdk-requirements.txt'))

/** The Python that has LiteLLM. Throws `Skipped` where it cannot be installed. */
export const pythonWithLiteLlm = (): Promise<string> => pythonWith('litellm', join(pins, 'requirements.txt'))
