// Regions, rights and the CDK's bootstrap: whether the stacks can be deployed at all.

import { elsewhere } from '../../lib/stage/arn.ts'
import type { Stage } from '../../lib/stage/config.ts'
import { edgeRegion } from '../../lib/stage/names.ts'
import { isPrivateOnly, privateMode, regionHas } from '../../lib/stage/region-services.ts'
import type { AccountFacts } from './account-facts.ts'
import { type Finding, missing, ready, unknown } from './finding.ts'

const closedMode = `Set ${privateMode}: containers within a network.`

/** What today's templates ask of it, as their rule `CheckBootstrapVersion` says. */
const leastBootstrap = 6

const functionUrls = (stage: Stage, { identity: { region } }: AccountFacts): Finding => {
  const what = `function URLs in ${region}`
  if (stage.functionUrls && isPrivateOnly(region)) return missing(what, 'AWS has none there', closedMode)
  if (stage.functionUrls && !regionHas(region, 'CodeBuild'))
    return missing(what, 'AWS has none there', 'Deploy into another region: no images can be built there either.')
  if (stage.functionUrls && !regionHas(region, 'function URLs'))
    return missing(what, 'AWS has none there', `Deploy into another region. ${closedMode.replace('Set', 'Or set')}`)
  return ready(what, stage.functionUrls ? 'there' : 'not needed')
}

/** Its firewall, its certificates and what watches over it stand in one region, which other partitions do not have. */
const frontDoor = (stage: Stage, { identity: { region } }: AccountFacts): readonly Finding[] =>
  stage.frontDoor.enabled && isPrivateOnly(region)
    ? [missing(`front door in ${region}`, `it needs ${edgeRegion}, which is no region of these accounts`, closedMode)]
    : []

/** What the file names, and AWS does not find from there. */
const named = (stage: Stage, { identity: { region } }: AccountFacts): readonly Finding[] =>
  elsewhere({ ...stage, region }).map((path) =>
    missing(path.join('.'), 'in another region', `Name one in ${region}, or deploy where it is.`),
  )

const bootstraps = ({ identity, regions }: AccountFacts): readonly Finding[] =>
  [...regions].flatMap(([region, { bootstrap, outOfReach }]) => {
    const [what, rights] = [`cdk bootstrap in ${region}`, `right to deploy in ${region}`]
    const command = `npx cdk bootstrap aws://${identity.account}/${region}`
    if ('unknown' in bootstrap) return [unknown(what, bootstrap.unknown)]
    const version = bootstrap.value
    if (version === undefined || version < leastBootstrap)
      return [missing(what, version === undefined ? 'never run' : `version ${version}`, command)]
    const found = ready(what, `version ${version}`)
    if ('unknown' in outOfReach) return [found, unknown(rights, outOfReach.unknown)]
    if (outOfReach.value.length === 0) return [found, ready(rights, 'the roles of the bootstrap can be taken on')]
    const names = outOfReach.value.join(', ')
    return [found, missing(rights, `denied: ${names}`, 'Let the caller do sts:AssumeRole on these roles.')]
  })

export const judgeRegions = (stage: Stage, facts: AccountFacts): readonly Finding[] => [
  functionUrls(stage, facts),
  ...frontDoor(stage, facts),
  ...named(stage, facts),
  ...bootstraps(facts),
]
