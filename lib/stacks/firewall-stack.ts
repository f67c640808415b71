// The firewall, in the one region where CloudFront accepts it.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { WebAcl, webAclOutput } from '../front/web-acl.ts'
import type { Stage } from '../stage/config.ts'
import { edgeRegion } from '../stage/names.ts'

export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, {
      description: 'Context compaction: a firewall that does not judge bodies.',
      env: { region: edgeRegion },
      ...props,
    })
    new CfnOutput(this, 'Arn', { key: webAclOutput, value: new WebAcl(this, 'WebAcl', { stage }).arn })
  }
}
