// The front door. A stage without one does not have this stack.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { FrontDoor, type FrontDoorProps } from '../front/front-door.ts'

/** What the alarms and logs of the distribution find it by. */
export const distributionIdOutput = 'DistributionId'

export class EdgeStack extends Stack {
  readonly baseUrl: string

  constructor(scope: Construct, id: string, { led, stage, ...props }: StackProps & FrontDoorProps) {
    super(scope, id, { description: 'Context compaction: one base URL for all routes.', ...props })
    const frontDoor = new FrontDoor(this, 'FrontDoor', { led, stage })
    this.baseUrl = frontDoor.baseUrl
    new CfnOutput(this, 'BaseUrl', { value: frontDoor.baseUrl })
    new CfnOutput(this, 'Distribution', { key: distributionIdOutput, value: frontDoor.distributionId })
    // The target of DNS records for the operator's own names.
    new CfnOutput(this, 'DistributionName', { value: frontDoor.distributionName })
  }
}
