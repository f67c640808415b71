// Looks at everything between an agent and the service, and says of each thing that is wrong where it stands and which line
// mends it.

import { claudeLayers } from '../agents/claude-layers.ts'
import { anotherUrl, currentService, type Service, urlOfEnvironment } from '../service/current.ts'
import { Failed, Located } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { fileAt } from '../wrap/changed-file.ts'
import { targets } from '../wrap/targets.ts'
import { wrapAgent } from '../wrap/wrap.ts'
import { claudeFindings } from './claude.ts'
import { codexFindings } from './codex.ts'
import { type Finding, failure } from './finding.ts'
import { machineFindings } from './machine.ts'
import { openCodeFindings } from './opencode.ts'
import { probeFindings } from './probe.ts'
import { programFindings } from './programs.ts'
import { accountFindings, baseFindings } from './service.ts'
import { wrappedFindings } from './wrapped.ts'

/** Nothing, and why, where nobody is signed in or the file may not be used. */
const signedIn = (world: World): Service | Finding => {
  try {
    return currentService(world)
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    if (error instanceof Located) return failure(error.what, error.where, error.mend)
    // Of the address alone: the doctor has looked at who may read the file.
    return failure(error.message.split('\n')[0] ?? '', urlOfEnvironment, anotherUrl)
  }
}

/** A file that keeps the doctor from one look keeps it from no other. */
const orFile = async (look: () => Promise<readonly Finding[]> | readonly Finding[]): Promise<readonly Finding[]> => {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof Located)) throw error
    return [failure(error.what, error.where, error.mend)]
  }
}

/** Everything behind the sign-in. */
const findingsAt = async (world: World, service: Service, isProbed: boolean): Promise<readonly Finding[]> => {
  const { me, findings } = await accountFindings(world, service)
  if (me === undefined) return findings
  const { baseUrl } = me
  const route = { baseUrl, token: service.token }
  const { used, findings: programs } = await programFindings(world)
  const base = await baseFindings(world, baseUrl, service.token)
  const isReady = base.every(({ level }) => level === 'ok') && me.entitlements.includes('proxy')
  const rewrap = (agent: string, path: string): (() => void) | undefined => {
    const wish = { world, route, isProject: false }
    const isOwn = fileAt(targets[agent]?.(wish).path ?? '') === path
    return isOwn ? () => void wrapAgent(agent, wish, false) : undefined
  }
  return [
    ...findings,
    ...base,
    ...programs,
    ...(used.has('claude')
      ? await orFile(() => claudeFindings({ world, layers: claudeLayers(world, world.folder), baseUrl }))
      : []),
    ...(await orFile(() => codexFindings(world, baseUrl, used.has('codex')))),
    ...(used.has('opencode') ? await orFile(() => openCodeFindings(world, baseUrl)) : []),
    ...(await orFile(() => wrappedFindings(world, service.token, rewrap))),
    ...(isReady && isProbed ? await probeFindings(world, service, baseUrl) : []),
  ]
}

/** Each thing as it is now. `isProbed`: whether a request may be sent to see what comes of it. */
export const examine = async (world: World, isProbed: boolean): Promise<readonly Finding[]> => {
  const machine = machineFindings(world)
  const isOpen = machine.some(({ level }) => level === 'failure')
  const service = signedIn(world)
  if ('level' in service)
    return isOpen
      ? machine
      : [...machine, service, ...(await orFile(() => wrappedFindings(world, undefined, () => undefined)))]
  return [...machine, ...(await findingsAt(world, service, isProbed))]
}
