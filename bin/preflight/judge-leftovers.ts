// What an earlier deployment left behind, and how to go on from there. docs/runbook.md has the same steps at length.

import { deploymentSecretName } from '../../core/access/keys/deployment-secrets.ts'
import { generationBeyond, secretNames } from '../../lib/routes/origin-secrets.ts'
import type { Stage } from '../../lib/stage/config.ts'
import { stackName } from '../../lib/stage/names.ts'
import type { AccountFacts } from './account-facts.ts'
import { type Finding, limited, missing, ready, unknown } from './finding.ts'

/** Until the rollback is done, no deployment is taken. */
const halfWay = 'UPDATE_ROLLBACK_FAILED'

/** Nothing but a deletion follows on these. */
const deadEnd = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED|DELETE_FAILED)$/

const storage = (stage: Stage, { storageStack, tables }: AccountFacts, chosen: string): Finding => {
  const what = 'tables'
  const name = stackName(stage, 'storage')
  if ('unknown' in storageStack) return unknown(what, storageStack.unknown)
  if ('unknown' in tables) return unknown(what, tables.unknown)
  const status = storageStack.value
  const adopt = `npx cdk deploy ${name} --import-existing-resources${chosen}`
  if (status !== undefined && deadEnd.test(status))
    return missing(
      what,
      `the stack ${name} is ${status}`,
      `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}; aws cloudformation delete-stack --stack-name ${name}; then ${tables.value.length > 0 ? adopt : 'deploy again'}`,
    )
  if (status === halfWay)
    return missing(
      what,
      `the stack ${name} is ${status}`,
      `Mend what its events name, then npx cdk rollback ${name}${chosen}.`,
    )
  if (status === undefined && tables.value.length > 0)
    return missing(
      what,
      `there without their stack: ${tables.value.join(', ')}`,
      `${adopt}, when secret and queue are out of the way: docs/runbook.md, "A stage beside what an earlier one left".`,
    )
  return ready(what, status === undefined ? 'none yet' : `the stack ${name} is ${status}`)
}

const forget = (name: string): string =>
  `aws secretsmanager delete-secret --force-delete-without-recovery --secret-id ${name}`

const originSecrets = (stage: Stage, { secrets }: AccountFacts): Finding => {
  const what = 'secret of the front door'
  if ('unknown' in secrets) return unknown(what, secrets.unknown)
  const held = secretNames(stage).filter((name) => secrets.value.get(name) === 'held')
  if (held.length === 0) return ready(what, 'its name is free, or in use by this stage')
  return missing(
    what,
    `AWS holds the name of a deleted one: ${held.join(', ')}`,
    `Set frontDoor.originSecretGeneration to ${generationBeyond(stage, held)}: it makes that one and the one before. Or free the names: ${held.map(forget).join('; ')}.`,
  )
}

/** Its value is worth as much as the tables: without it no key in them is found. */
const deploymentSecret = (stage: Stage, { secrets, storageStack, tables }: AccountFacts): Finding => {
  const what = 'secret of the deployment'
  if ('unknown' in secrets) return unknown(what, secrets.unknown)
  if ('unknown' in storageStack || 'unknown' in tables)
    return unknown(what, 'whether its stack or its tables are there')
  const name = deploymentSecretName(stage.prefix)
  const state = secrets.value.get(name)
  const stackStays = storageStack.value !== undefined && !deadEnd.test(storageStack.value)
  if (state === undefined || (state === 'there' && stackStays))
    return ready(what, state === undefined ? 'none yet' : 'in use by this stage')
  const seen = state === 'held' ? `AWS holds the name of a deleted one: ${name}` : `there without its stack: ${name}`
  if (tables.value.length === 0) return missing(what, seen, `${forget(name)}; no table needs it.`)
  return missing(
    what,
    seen,
    `Note its value, or no key in the tables works again: ${state === 'held' ? `aws secretsmanager restore-secret --secret-id ${name}; ` : ''}aws secretsmanager get-secret-value --secret-id ${name}; ${forget(name)}; deploy; aws secretsmanager put-secret-value --secret-id ${name} --secret-string VALUE.`,
  )
}

const staying = ({ staying: answer }: AccountFacts): readonly Finding[] => {
  const what = 'parts that the file leaves out'
  if ('unknown' in answer) return [unknown(what, answer.unknown)]
  if (answer.value.length === 0) return []
  const commands = answer.value.map(
    ({ name, region }) => `aws cloudformation delete-stack --region ${region} --stack-name ${name}`,
  )
  return [
    limited(
      what,
      `still there, and paid for: ${answer.value.map(({ name }) => name).join(', ')}`,
      `Deploy, then one after the other: ${commands.join('; ')}.`,
    ),
  ]
}

export const judgeLeftovers = (stage: Stage, facts: AccountFacts, chosen: string): readonly Finding[] => [
  storage(stage, facts, chosen),
  deploymentSecret(stage, facts),
  ...(stage.frontDoor.enabled ? [originSecrets(stage, facts)] : []),
  ...staying(facts),
]
