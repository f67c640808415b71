// Everything that is asked of an account before a stage is deployed into it. Asks only for what the stage needs; judges nothing.

import { type Asked, asked } from '../../adapters/aws-account/asked.ts'
import { bootstrapVersion, rolesOutOfReach } from '../../adapters/aws-account/bootstrap.ts'
import { type Identity, lambdaConcurrency } from '../../adapters/aws-account/identity.ts'
import { secretsFound, stackStatus, tablesThere } from '../../adapters/aws-account/leftovers.ts'
import { nameServersOf } from '../../adapters/aws-account/name-servers.ts'
import { type QuotaService, quotasOf } from '../../adapters/aws-account/quotas.ts'
import { tableIds } from '../../adapters/dynamo/tables/tables.ts'
import { deploymentSecretName } from '../../core/access/keys/deployment-secrets.ts'
import { domainsWithoutCertificate } from '../../lib/front/domain.ts'
import { secretNames } from '../../lib/routes/origin-secrets.ts'
import { stacksOf } from '../../lib/stacks-of.ts'
import type { Stage } from '../../lib/stage/config.ts'
import { edgeRegion, regionOfStack, stackName, tableOf } from '../../lib/stage/names.ts'

export interface RegionFacts {
  /** Of `cdk bootstrap`; undefined where nobody has run it. */
  readonly bootstrap: Asked<number | undefined>
  /** Roles of it that the caller may not take on. */
  readonly outOfReach: Asked<readonly string[]>
}

export interface AccountFacts {
  readonly identity: Identity
  /** The region of the stage, and that of the edge where the stage has stacks there. */
  readonly regions: ReadonlyMap<string, RegionFacts>
  readonly concurrency: Asked<number>
  readonly quotas: ReadonlyMap<QuotaService, Asked<ReadonlyMap<string, number>>>
  /** Status of the stack of the tables, where there is one. */
  readonly storageStack: Asked<string | undefined>
  /** Tables of the stage that are there. */
  readonly tables: Asked<readonly string[]>
  /** Of the secrets that the stage makes, by name. */
  readonly secrets: Asked<ReadonlyMap<string, 'there' | 'held'>>
  /** The name servers of the zones in which the stage makes certificates. */
  readonly zones: ReadonlyMap<string, Asked<readonly string[]>>
  /** Stacks that are there, and that the stage has no more, in the order in which they can be deleted. */
  readonly staying: Asked<readonly StackThere[]>
}

export interface StackThere {
  readonly name: string
  readonly region: string
}

/** Regions that the stage's stacks stand in. */
const regionsOf = (stage: Stage, region: string): readonly string[] => [
  ...new Set([region, ...(stage.frontDoor.enabled ? [edgeRegion] : [])]),
]

const regionFacts = async (account: string, region: string): Promise<RegionFacts> => ({
  bootstrap: await asked(() => bootstrapVersion(region)),
  outOfReach: await asked(() => rolesOutOfReach(account, region)),
})

const stacksThatStay = async (stage: Stage, region: string): Promise<readonly StackThere[]> => {
  const there: StackThere[] = []
  for (const [id, has] of stacksOf(stage)) {
    const stack = { name: stackName(stage, id), region: regionOfStack(id, region) }
    if (!has && (await stackStatus(stack.name, stack.region)) !== undefined) there.push(stack)
  }
  return there
}

/** The zones in which the stage makes certificates, each once. */
const zonesOf = async (stage: Stage): Promise<AccountFacts['zones']> => {
  const names = new Set(domainsWithoutCertificate(stage).map(({ hostedZone }) => hostedZone.name))
  return new Map(await Promise.all([...names].map(async (name) => [name, await nameServersOf(name)] as const)))
}

/** `identity` is who asks. Never rejects: what the account does not answer is unknown. */
export const accountFacts = async (stage: Stage, identity: Identity): Promise<AccountFacts> => {
  const { account, region } = identity
  const { frontDoor } = stage
  const regions = new Map<string, RegionFacts>()
  for (const each of regionsOf(stage, region)) regions.set(each, await regionFacts(account, each))
  const services: readonly (readonly [QuotaService, string])[] = [
    ['sagemaker', region],
    ['codebuild', region],
    ...(stage.compute === 'fargate' ? ([['fargate', region]] as const) : []),
    ...(frontDoor.enabled ? ([['cloudfront', edgeRegion]] as const) : []),
  ]
  const quotas = services.map(
    async ([service, where]) => [service, await asked(() => quotasOf(service, where))] as const,
  )
  return {
    identity,
    regions,
    concurrency: await asked(() => lambdaConcurrency(region)),
    quotas: new Map(await Promise.all(quotas)),
    storageStack: await asked(() => stackStatus(stackName(stage, 'storage'), region)),
    tables: await asked(() =>
      tablesThere(
        tableIds.map((id) => tableOf(stage, id)),
        region,
      ),
    ),
    secrets: await asked(() => secretsFound([deploymentSecretName(stage.prefix), ...secretNames(stage)], region)),
    zones: await zonesOf(stage),
    staying: await asked(() => stacksThatStay(stage, region)),
  }
}
