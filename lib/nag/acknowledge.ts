// How a finding of cdk-nag is accepted: next to the construct that it concerns, one finding and one reason at a time.

import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** `finding` as cdk-nag names it, such as `IAM5[Resource::*]`. Holds for the construct and all that is in it. */
export const acknowledge = (construct: IConstruct, finding: string, reason: string): void => {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${finding}`, reason })
}
