// Accepts a finding of cdk-nag, next to the construct that it concerns, with one reason for each finding.

import { CfnElement, Stack, Validations } from 'aws-cdk-lib'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { IConstruct } from 'constructs'

/** `finding` as cdk-nag names it, such as `IAM5[Resource::*]`. Applies to the construct and everything in it. */
export const acknowledge = (construct: IConstruct, finding: string, reason: string): void => {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${finding}`, reason })
}

/** How cdk-nag spells the ARN of a resource. */
const arnOf = (construct: IConstruct): string => {
  const resource = construct.node.defaultChild
  if (!CfnElement.isCfnElement(resource)) throw new Error(`${construct.node.path} is no resource of its own any more.`)
  return `<${Stack.of(construct).getLogicalId(resource)}.Arn>`
}

/** The finding that a policy names objects of a bucket by a pattern. `within`: a prefix with a slash at its end. */
export const anyObjectOf = (bucket: Bucket, within = ''): string => `IAM5[Resource::${arnOf(bucket)}/${within}*]`

/** The finding that a policy names every version and alias of a function. */
export const anyVersionOf = (lambda: LambdaFunction): string => `IAM5[Resource::${arnOf(lambda)}:*]`
