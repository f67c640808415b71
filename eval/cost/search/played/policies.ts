// What the account of a made-up session says, which its operator may change between two requests.

import {
  type CompactionPolicy,
  compactionModes,
  fileReadRules,
  observationRules,
} from '../../../../core/access/policy.ts'
import { chanceOf, pick } from '../../sessions/chance.ts'
import type { MadeUpSession } from '../client/session.ts'

/** Those that compact. */
const modes = compactionModes.filter((mode) => mode === 'repeated' || mode === 'arrival')

export interface PlayedPolicies {
  /** What the account says now, which said this at first. */
  now(first: CompactionPolicy): CompactionPolicy
  /** A request comes. */
  begins(): void
}

export const policiesOf = ({
  shape: {
    surroundings: { policyChanges = 0 },
  },
  name,
}: Pick<MadeUpSession, 'shape' | 'name'>): PlayedPolicies => {
  const chance = chanceOf('policies', name.number)
  let changed: Partial<CompactionPolicy> = {}
  return {
    now: (first) => ({ ...first, ...changed }),
    begins() {
      if (chance() >= policyChanges) return
      changed = {
        mode: pick(chance, modes),
        fileReads: pick(chance, fileReadRules),
        observations: pick(chance, observationRules),
      }
    },
  }
}
