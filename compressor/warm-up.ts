// Runs every engine on texts that take each of its paths, so that the first caller does not wait for loading and compiling. Code
// that meets something for the first time is thrown away and compiled again, which takes longer than a message does.

import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { EngineParameters } from './engines/engine.ts'
import { aliasNames, findEngine, selectableEngines } from './registry.ts'
import { warmUpOutput, warmUpProse, warmUpRecords } from './warm-up-texts.ts'

/** With fewer, the first texts are late; more take longer than they save in hundreds of texts. */
const rounds = 12
/** Rounds with the versions that no alias selects, too: they share most of their code with those. */
const wholeRounds = 2

/** As callers ask: each engine as it likes, at a rate, and at the budget of the proxied texts. */
const asked: readonly EngineParameters[] = [{}, { rate: 0.5 }, { budget: 0.7 }]

/** Resolves once every engine has run often enough to be fast. */
export const warmUp = async (): Promise<void> => {
  for (let round = 0; round < rounds; round++) {
    const texts = [warmUpProse(round), warmUpRecords(round), warmUpOutput(round)]
    const parameters = asked[round % asked.length] ?? {}
    for (const name of round < wholeRounds ? selectableEngines : aliasNames) {
      for (const text of texts) findEngine(name)?.compress(text, parameters)
      await yieldToOthers()
    }
  }
}
