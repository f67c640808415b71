// `run` and `observe`: starts an agent so that it goes through the service, and touches no file of its own.

import { defined } from '../../core/collections/defined.ts'
import { startAny } from '../agents/any-program.ts'
import { startClaude } from '../agents/claude.ts'
import { startCodex } from '../agents/codex.ts'
import { startOpenCode } from '../agents/opencode.ts'
import { runInPlace } from '../runs/child.ts'
import { lineAfter, lookBefore } from '../runs/looks.ts'
import { statusLineCommand } from '../runs/own-command.ts'
import { noteProgram, removeRunFiles, removeStaleRunFiles, writeRunFile } from '../runs/run-files.ts'
import type { Start, Started } from '../runs/start.ts'
import { currentService } from '../service/current.ts'
import { currentRoute } from '../service/route.ts'
import type { RunMode } from '../service/variables.ts'
import { NotUnderstood } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import type { Command, Given, Outcome } from './command.ts'

const agents: Readonly<Record<string, (start: Start) => Started>> = {
  claude: startClaude,
  codex: startCodex,
  opencode: startOpenCode,
}

const agentNames = Object.keys(agents)

const startOf = (given: Given): ((start: Start) => Started) => {
  const [name] = given.words
  // An empty word is a shell's variable that nobody has set.
  if (name === undefined && (given.rest[0] ?? '') !== '') return startAny
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
    ...defined({ statusLine }),
  })
  for (const note of started.notes) world.terminal.note(`compaction: ${note}`)
  removeStaleRunFiles(world)
  const { session, settings, program, install } = started
  const before = await lookBefore(world, service, session)
  const file = settings === undefined ? undefined : writeRunFile(world, process.pid, settings)
  let exitCode: number
  try {
    exitCode = await runInPlace({
      command: program,
      words: started.words(file ?? ''),
      environment: { ...world.environment, ...started.environment },
      ...defined({ install }),
      ...(file === undefined ? {} : { started: (pid) => noteProgram(world, process.pid, pid) }),
    })
  } finally {
    if (file !== undefined) removeRunFiles(world, process.pid)
  }
  const id = session?.id ?? started.findSession?.()
  if (started.isSetup !== true) world.terminal.note(`compaction: ${await lineAfter(world, service, id, mode, before)}`)
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
  does: 'The same, changing nothing: says at the end what of the requests could go at once.',
  options: force,
  maxWords: 1,
  passesOn: true,
  run: (given, world) => run(given, world, 'observe'),
}
