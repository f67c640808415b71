// Runs every engine on a few paragraphs, so that the first caller does not wait for loading and compiling.

import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { findEngine, selectableEngines } from './registry.ts'

const prose = `The committee met on the 12th of March and decided, by a narrow majority, that the new bridge should not be
opened before the inspection of all 14 cables was complete. "We have waited for three years," its chair said, "and another
month will not hurt anybody." However, the contractor (Harbour & Sons) pointed out that every week of delay would cost the
city about $40,000, unless the penalty clause in section 7.2 were suspended. `
const structured = JSON.stringify({
  items: Array.from({ length: 20 }, (_, index) => ({ id: index, name: `item ${index}`, active: index % 2 === 0 })),
})
const rounds = 40

/** Resolves once every engine has run often enough to be fast. */
export const warmUp = async (): Promise<void> => {
  const engines = new Set(selectableEngines.map(findEngine))
  for (let round = 0; round < rounds; round++) {
    for (const engine of engines) {
      engine?.compress(prose, {})
      engine?.compress(prose, { rate: 0.5 })
      engine?.compress(structured, {})
    }
    await yieldToOthers()
  }
}
