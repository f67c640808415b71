// The operator's own names on a distribution.

import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { type DistributionProps, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import type { Stage } from '../stage/config.ts'

/** Nothing where the operator has none: the distribution then has its own. */
export const domainProps = (
  scope: Construct,
  domain: Stage['frontDoor']['domain'],
): Pick<DistributionProps, 'domainNames' | 'certificate' | 'minimumProtocolVersion'> =>
  domain === undefined
    ? {}
    : {
        domainNames: [...domain.names],
        certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }
