// Certificates for the operator's own names, in the one region from which CloudFront takes them. Left out where the operator brings
// certificates.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import { HostedZone } from 'aws-cdk-lib/aws-route53'
import type { Construct } from 'constructs'
import { certificateOutput, domainsWithoutCertificate } from '../front/domain.ts'
import type { Stage } from '../stage/config.ts'
import { edgeRegion } from '../stage/names.ts'

export class NamesStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, {
      description: 'Context compaction: certificates for the names of the operator.',
      env: { region: edgeRegion },
      ...props,
    })
    for (const { whose, names, hostedZone } of domainsWithoutCertificate(stage)) {
      const zone = HostedZone.fromHostedZoneAttributes(this, `${whose}-zone`, {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      })
      const [domainName = '', ...subjectAlternativeNames] = names
      const certificate = new Certificate(this, `${whose}-certificate`, {
        domainName,
        subjectAlternativeNames,
        validation: CertificateValidation.fromDns(zone),
      })
      new CfnOutput(this, whose, { key: certificateOutput(whose), value: certificate.certificateArn })
    }
  }
}
