// `wrap` and `unwrap`: settings that stay, for editors and desktop programs that no command starts.

import { defined } from '../../core/collections/defined.ts'
import { isPassing, statusLineCommand } from '../runs/own-command.ts'
import { currentRoute } from '../service/route.ts'
import { Failed, NotUnderstood } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { readJournal } from '../wrap/journal.ts'
import { targets, type Wish } from '../wrap/targets.ts'
import { undoAll, wrapAgent } from '../wrap/wrap.ts'
import type { Command, Given } from './command.ts'

const agentIn = ({ words: [agent] }: Given, command: string): string => {
  if (agent !== undefined && Object.hasOwn(targets, agent)) return agent
  throw new NotUnderstood(`compaction ${command} takes ${Object.keys(targets).join(', ')}.`)
}

const wishOf = async ({ options }: Given, world: World): Promise<Wish> => {
  const statusLine = isPassing() ? undefined : statusLineCommand()
  return {
    world,
    route: await currentRoute(world),
    isProject: options.project === true,
    ...defined({ statusLine }),
  }
}

export const wrap: Command = {
  name: 'wrap',
  usage: `${Object.keys(targets).join(' | ')} [--project] [--dry-run]`,
  does: 'Writes the settings of an agent so that it always goes through the service; for editors and desktop programs.',
  options: { project: 'flag', 'dry-run': 'flag' },
  maxWords: 1,
  async run(given, world) {
    const agent = agentIn(given, 'wrap')
    return wrapAgent(agent, await wishOf(given, world), given.options['dry-run'] === true)
  },
}

export const unwrap: Command = {
  name: 'unwrap',
  usage: `${Object.keys(targets).join(' | ')} | --all`,
  does: 'Undoes wrap: old bytes come back, and what others have changed since stays.',
  options: { all: 'flag' },
  maxWords: 1,
  async run(given, world) {
    const agent = given.options.all === true ? undefined : agentIn(given, 'unwrap')
    const entries = readJournal(world).filter((entry) => agent === undefined || entry.agent === agent)
    const { lines, faults } = undoAll(world, entries)
    if (faults.length > 0) throw new Failed([...lines, ...faults].join('\n'))
    return {
      document: { unwrapped: entries.map(({ path }) => path) },
      lines: lines.length > 0 ? lines : ['Nothing is wrapped.'],
    }
  },
}
