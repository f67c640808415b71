// The front door. A stage without one does not have this stack.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { FrontDoor, type FrontDoorProps } from '../front/front-door.ts'

export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { routes, stage, ...props }: StackProps & FrontDoorProps) {
    super(scope, id, { description: 'Context compaction: one base URL for all routes.', ...props })
    const frontDoor = new FrontDoor(this, 'FrontDoor', { routes, stage })
    new CfnOutput(this, 'BaseUrl', { value: frontDoor.baseUrl })
    // The target of DNS records for the operator's own names.
    new CfnOutput(this, 'DistributionName', { value: frontDoor.distributionName })
  }
}
