// Every judgement, in the order in which a deployment would run into it.

import type { Stage } from '../../lib/stage/config.ts'
import type { AccountFacts } from './account-facts.ts'
import type { Finding } from './finding.ts'
import { judgeLeftovers } from './judge-leftovers.ts'
import { judgeNames } from './judge-names.ts'
import { judgeQuotas } from './judge-quotas.ts'
import { judgeRegions } from './judge-regions.ts'

/** `chosen` is what chooses the stage on a command line of the CDK's, with a blank before it. */
export const judge = (stage: Stage, facts: AccountFacts, chosen = ''): readonly Finding[] => [
  ...judgeRegions(stage, facts),
  ...judgeLeftovers(stage, facts, chosen),
  ...judgeNames(facts),
  ...judgeQuotas(stage, facts),
]
