// The operator's own names on a distribution: their certificate, and their records where the stage knows their zone.

import { Fn } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { type Distribution, type DistributionProps, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront'
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import type { Construct } from 'constructs'
import type { Stage } from '../stage/config.ts'
import { hasDashboard } from '../stage/dashboard-fields.ts'
import { edgeRegion, stackName } from '../stage/names.ts'

export type Whose = 'frontDoor' | 'dashboard'

/** Name of the output with the certificate. */
export const certificateOutput = (whose: Whose): string =>
  `${whose.charAt(0).toUpperCase()}${whose.slice(1)}CertificateArn`

/** The domains for which the stage makes certificates. That of a dashboard which is switched off leads nowhere. */
export const domainsWithoutCertificate = (stage: Stage) =>
  (['frontDoor', 'dashboard'] as const).flatMap((whose) => {
    if (whose === 'dashboard' && !hasDashboard(stage)) return []
    const { domain } = stage[whose]
    return domain?.certificateArn === undefined && domain?.hostedZone !== undefined
      ? [{ whose, names: domain.names, hostedZone: domain.hostedZone }]
      : []
  })

/** Nothing where the operator has none: the distribution then has its own. */
export const domainProps = (
  scope: Construct,
  stage: Stage,
  whose: Whose,
): Pick<DistributionProps, 'domainNames' | 'certificate' | 'minimumProtocolVersion'> => {
  const { domain } = stage[whose]
  if (domain === undefined) return {}
  const made = () => Fn.getStackOutput(stackName(stage, 'names'), certificateOutput(whose), edgeRegion)
  return {
    domainNames: [...domain.names],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn ?? made()),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  }
}

/** Points the names at the distribution, where the stage knows their zone. */
export const domainRecords = (scope: Construct, stage: Stage, whose: Whose, distribution: Distribution): void => {
  const { names = [], hostedZone } = stage[whose].domain ?? {}
  if (hostedZone === undefined) return
  // The CDK's class and its interface differ in members that may be missing.
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  }) as IHostedZone
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution))
  // Known by their names and not by their places: a record that takes another name is made before the one that has it is deleted.
  for (const name of names) {
    new ARecord(scope, `A-${name}`, { zone, recordName: `${name}.`, target })
    new AaaaRecord(scope, `Aaaa-${name}`, { zone, recordName: `${name}.`, target })
  }
}
