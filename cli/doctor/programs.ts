// The agents on this machine, and what else there is that shortens what they send.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programAt } from '../agents/routes.ts'
import type { World } from '../world/world.ts'
import { wrappedAgents } from '../wrap/wrapped-agents.ts'
import { type Finding, warning, well } from './finding.ts'

const agents = ['claude', 'codex', 'opencode'] as const
/** The first start of a program of 150 MB takes seconds on a busy machine. */
const patienceMilliseconds = 15_000

const versionOf = async (path: string, { environment }: World): Promise<string> => {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], {
      timeout: patienceMilliseconds,
      env: { ...environment },
    })
    return /\d+(\.\d+)+/.exec(stdout)?.[0] ?? 'of unknown version'
  } catch {
    return 'of unknown version'
  }
}

/** `used`: the names of those that are installed or wrapped. */
export const programFindings = async (world: World): Promise<{ used: ReadonlySet<string>; findings: Finding[] }> => {
  const found = await Promise.all(
    agents.map(async (name) => {
      const path = programAt(world, name)
      return path === undefined ? [] : [{ name, finding: well(`${name} ${await versionOf(path, world)}`, path) }]
    }),
  )
  const programs = found.flat()
  const used = new Set([...programs.map(({ name }) => name), ...wrappedAgents(world)])
  const none = warning(
    'No agent was found.',
    'PATH',
    'npm install -g @anthropic-ai/claude-code, or npm install -g @openai/codex',
  )
  const wrapper = Object.keys(world.environment).find((name) => name.startsWith('HEADROOM_'))
  return {
    used,
    findings: [
      ...(used.size === 0 ? [none] : programs.map(({ finding }) => finding)),
      ...(wrapper === undefined
        ? []
        : [warning('Headroom is at work in this shell: texts would be shortened twice.', wrapper, `unset ${wrapper}`)]),
    ],
  }
}
