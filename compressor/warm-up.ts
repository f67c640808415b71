// Runs every engine on texts that take each of its paths, so that the first caller does not wait for loading and compiling. Code
// that meets something for the first time is thrown away and compiled again, which takes longer than a message does.

import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { aliasNames, findEngine, selectableEngines } from './registry.ts'
import { warmUpProse, warmUpStructure } from './warm-up-texts.ts'

const rounds = 60
/** Rounds with the versions that no alias selects, too: they share most of their code with those. */
const wholeRounds = 10

/** Resolves once every engine has run often enough to be fast. */
export const warmUp = async (): Promise<void> => {
  for (let round = 0; round < rounds; round++) {
    for (const name of round < wholeRounds ? selectableEngines : aliasNames) {
      const engine = findEngine(name)
      for (const text of [warmUpProse(round), warmUpStructure(round)]) {
        engine?.compress(text, {})
        engine?.compress(text, { rate: 0.5 })
      }
      await yieldToOthers()
    }
  }
}
