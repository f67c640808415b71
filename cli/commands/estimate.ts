// `estimate`: what the service would save this person. The engines are large, so they are a file of their own, which no other
// command loads.

import { existsSync } from 'node:fs'
import { Failed } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import type { Command, Given, Outcome } from './command.ts'

interface Estimator {
  readonly estimate: (given: Given, world: World) => Promise<Outcome>
}

/** In the package, and in the sources. */
const places = ['./estimate.js', '../../eval/estimate/estimate.ts']

const loaded = async (): Promise<Estimator> => {
  const place = places.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
  if (place === undefined) throw new Failed('This copy of the command is not whole: estimate.js is missing.')
  return await import(place.href)
}

export const estimate: Command = {
  name: 'estimate',
  usage: '[--yes] [--since 30d] [--all | --seconds 25] [--page FILE]',
  does: 'Plays the sessions that Claude Code and Codex keep on this machine, and says what the service would save. Needs no account.',
  options: { yes: 'flag', since: 'text', all: 'flag', seconds: 'text', page: 'text' },
  maxWords: 0,
  async run(given, world) {
    const { estimate } = await loaded()
    return estimate(given, world)
  },
}
