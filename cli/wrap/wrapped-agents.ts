// The agents that are wrapped: they are used, although no command may start them, as an editor's are.

import { Failed } from '../world/faults.ts'
import type { Place } from '../world/world.ts'
import { readJournal } from './journal.ts'

/** Their names. None where the journal cannot be read, which `doctor` says. */
export const wrappedAgents = (place: Place): ReadonlySet<string> => {
  try {
    return new Set(readJournal(place).map(({ agent }) => agent))
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return new Set()
  }
}
