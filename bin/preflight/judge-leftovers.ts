// What an earlier deployment left behind, and how to go on from there. docs/runbook.md has the same steps at length.

import type { Stage } from '../../lib/stage/config.ts'
import { stackName } from '../../lib/stage/names.ts'
import type { AccountFacts } from './account-facts.ts'
import { type Finding, missing, ready, unknown } from './finding.ts'

/** Nothing but a deletion follows on these. */
const deadEnd = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED|DELETE_FAILED)$/

const storage = (stage: Stage, { storageStack, tables }: AccountFacts): Finding => {
  const what = 'tables'
  const name = stackName(stage, 'storage')
  if ('unknown' in storageStack) return unknown(what, storageStack.unknown)
  if ('unknown' in tables) return unknown(what, tables.unknown)
  const status = storageStack.value
  const adopt = `npx cdk deploy ${name} --import-existing-resources`
  if (status !== undefined && deadEnd.test(status))
    return missing(
      what,
      `the stack ${name} is ${status}`,
      `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}; aws cloudformation delete-stack --stack-name ${name}; then ${tables.value.length > 0 ? adopt : 'deploy again'}`,
    )
  if (status === undefined && tables.value.length > 0)
    return missing(what, `there without their stack: ${tables.value.join(', ')}`, adopt)
  return ready(what, status === undefined ? 'none yet' : `the stack ${name} is ${status}`)
}

const secrets = (stage: Stage, { heldSecrets }: AccountFacts): Finding => {
  const what = 'secret of the front door'
  if ('unknown' in heldSecrets) return unknown(what, heldSecrets.unknown)
  if (heldSecrets.value.length === 0) return ready(what, 'its name is free, or in use by this stage')
  const next = stage.frontDoor.originSecretGeneration + 1
  return missing(
    what,
    `AWS holds the name of a deleted one: ${heldSecrets.value.join(', ')}`,
    `Set frontDoor.originSecretGeneration to ${next}.`,
  )
}

export const judgeLeftovers = (stage: Stage, facts: AccountFacts): readonly Finding[] => [
  storage(stage, facts),
  ...(stage.frontDoor.enabled ? [secrets(stage, facts)] : []),
]
