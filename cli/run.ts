// `run` and `observe`: starts an agent so that it goes through the service, and touches no file of its own.

import { rmSync } from 'node:fs'
import { startAny } from './agents/any-program.ts'
import { startClaude } from './agents/claude.ts'
import { startCodex } from './agents/codex.ts'
import { startOpenCode } from './agents/opencode.ts'
import type { Command, Given, Outcome } from './command.ts'
import { NotUnderstood } from './faults.ts'
import { runInPlace } from './runs/child.ts'
import { removeStaleRunFiles, writeRunFile } from './runs/run-files.ts'
import type { Start, Started } from './runs/start.ts'
import { type Spent, spentSince, summaryOf } from './runs/summary.ts'
import { askSession, currentRoute, currentService, type Service } from './service.ts'
import { statusLineCommand } from './statusline.ts'
import type { RunMode } from './variables.ts'
import type { World } from './world.ts'

const agents: Readonly<Record<string, (start: Start) => Started>> = {
  claude: startClaude,
  codex: startCodex,
  opencode: startOpenCode,
}

export const agentNames = Object.keys(agents)

/** The receipt of the last answer is on its way to the sums: they are asked a few times, and never long. */
const looks = 6
const looksApartMilliseconds = 300

const startOf = (given: Given): ((start: Start) => Started) => {
  const [name] = given.words
  if (name === undefined && given.rest.length > 0) return startAny
  const start = name !== undefined && Object.hasOwn(agents, name) ? agents[name] : undefined
  if (start === undefined)
    throw new NotUnderstood(
      `${name === undefined ? 'Nothing to run was given' : `There is no agent "${name}"`}: compaction run ${agentNames.join(' | ')} | -- PROGRAM`,
    )
  return start
}

const modeOf = ({ options }: Given): RunMode => {
  if (options.observe === true && options.off === true)
    throw new NotUnderstood('--observe and --off cannot both be meant.')
  return options.observe === true ? 'observe' : options.off === true ? 'off' : 'account'
}

/** What a session has spent; nothing where the service does not say. */
const spentBy = (world: World, service: Service, id: string): Promise<Spent | undefined> =>
  askSession(world, service, id).catch(() => undefined)

/** Two looks that see the same have seen the last answer too. */
const sayWhatCame = async (world: World, service: Service, id: string, before: Spent | undefined, mode: RunMode) => {
  let last: Spent | undefined
  for (let look = 0; look < looks; look += 1) {
    const now = await spentBy(world, service, id)
    const isStill = now !== undefined && now.exchanges === last?.exchanges
    last = now
    if (isStill && now.exchanges > (before?.exchanges ?? 0)) break
    await world.wait(looksApartMilliseconds)
  }
  const spent = last === undefined ? undefined : spentSince(last, before)
  const figures = spent === undefined || spent.exchanges === 0 ? undefined : summaryOf(spent, mode)
  world.terminal.note(`compaction: ${figures ?? `the figures follow: compaction savings --session ${id}`}`)
}

const run = async (given: Given, world: World, mode: RunMode): Promise<Outcome> => {
  const start = startOf(given)
  const service = currentService(world)
  const route = await currentRoute(world)
  const statusLine = statusLineCommand()
  const started = start({
    world,
    route,
    mode,
    isForced: given.options.force === true,
    words: given.rest,
    ...(statusLine === undefined ? {} : { statusLine }),
  })
  for (const note of started.notes) world.terminal.note(`compaction: ${note}`)
  removeStaleRunFiles(world)
  const { session, settings, program, install } = started
  const before = session?.isOld === true ? await spentBy(world, service, session.id) : undefined
  const file = settings === undefined ? undefined : writeRunFile(world, process.pid, settings)
  let exitCode: number
  try {
    exitCode = await runInPlace({
      command: program,
      words: started.words(file ?? ''),
      environment: { ...world.environment, ...started.environment },
      ...(install === undefined ? {} : { install }),
    })
  } finally {
    if (file !== undefined) rmSync(file, { force: true })
  }
  const id = session?.id ?? started.findSession?.()
  if (id !== undefined) await sayWhatCame(world, service, id, before, mode)
  return { exitCode }
}

const usage = `${agentNames.join(' | ')} | -- PROGRAM, each with its own words`
const force = { force: 'flag' } as const

export const runCommand: Command = {
  name: 'run',
  usage: `[--observe | --off] [--force] ${usage}`,
  does: 'Starts an agent through the service, without touching a file of its own, and says at the end what was saved.',
  options: { observe: 'flag', off: 'flag', ...force },
  maxWords: 1,
  passesOn: true,
  run: (given, world) => run(given, world, modeOf(given)),
}

export const observeCommand: Command = {
  name: 'observe',
  usage: `[--force] ${usage}`,
  does: 'The same, changing nothing: says at the end what would have been taken away.',
  options: force,
  maxWords: 1,
  passesOn: true,
  run: (given, world) => run(given, world, 'observe'),
}
