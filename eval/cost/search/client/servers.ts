// Tools as the servers of a client list them: with what their descriptions say of the day, and servers that connect late.

import { type Chance, pick } from '../../sessions/chance.ts'
import { whole } from '../shapes/speakers.ts'
import type { Tool } from '../shapes/writing.ts'

const date = ' (as of '

/** One of the tools says that it is of another day. */
export const dated = (chance: Chance, tools: readonly Tool[], day: number): readonly Tool[] => {
  const { name: changed } = pick(chance, tools)
  return tools.map((tool) =>
    tool.name === changed ? { ...tool, description: `${tool.description.split(date)[0]}${date}day ${day})` } : tool,
  )
}

/** The tools of one more server, together, in front of the others or among them. `next`: one that is new. */
export const connected = (chance: Chance, tools: readonly Tool[], next: () => Tool): readonly Tool[] => {
  const place = chance() < 0.5 ? 0 : Math.floor(chance() * (tools.length + 1))
  const more = Array.from({ length: whole(chance, [1, 12]) }, next)
  return [...tools.slice(0, place), ...more, ...tools.slice(place)]
}

/** Some of the tools, in their order, and the first one in any case. */
export const someOf = (chance: Chance, tools: readonly Tool[]): readonly Tool[] =>
  tools.filter((_, index) => index === 0 || chance() < 0.6)
