// This machine: Node, who may read what, and what runs have left behind.

import { chmodSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { oldestNode } from '../../dashboard/oldest-node.ts'
import { stateFolder } from '../files/folders.ts'
import { quoted } from '../files/private.ts'
import { countStaleRuns, removeStaleRunFiles } from '../runs/run-files.ts'
import { credentialsPath } from '../service/credentials.ts'
import { isOlder } from '../world/version.ts'
import type { World } from '../world/world.ts'
import { type Finding, failure, warning, well } from './finding.ts'

const node = (version: string): Finding =>
  isOlder(version, oldestNode)
    ? failure(`Node ${version} is older than ${oldestNode}.`, process.execPath, `Install Node ${oldestNode} or newer`)
    : well(`Node ${version}`)

const modeOf = (path: string): number | undefined => {
  try {
    return statSync(path).mode & 0o777
  } catch {
    return undefined
  }
}

const privacy = (path: string, mode: number): Finding[] => {
  const found = modeOf(path)
  if (found === undefined || (found & 0o077) === 0) return []
  const spelled = mode.toString(8)
  return [
    failure(
      'Others on this machine can read the token.',
      `${path} (mode ${found.toString(8).padStart(4, '0')})`,
      `chmod ${spelled} ${quoted(path)}`,
      () => chmodSync(path, mode),
    ),
  ]
}

export const machineFindings = (world: World): Finding[] => {
  const file = credentialsPath(world)
  const stale = countStaleRuns(world)
  const open = world.platform === 'win32' ? [] : [...privacy(dirname(file), 0o700), ...privacy(file, 0o600)]
  return [
    node(process.versions.node),
    ...(open.length > 0 ? open : modeOf(file) === undefined ? [] : [well('Only you can read the token', file)]),
    ...(stale === 0
      ? []
      : [
          warning(
            stale === 1
              ? '1 run was killed and left its settings behind.'
              : `${stale} runs were killed and left their settings behind.`,
            stateFolder(world),
            'compaction doctor --fix',
            () => removeStaleRunFiles(world),
          ),
        ]),
  ]
}
