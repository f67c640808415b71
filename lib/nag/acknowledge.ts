// Accepts a finding of cdk-nag, next to the construct that it concerns, with one reason for each finding.

import { Stack, Validations } from 'aws-cdk-lib'
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { IConstruct } from 'constructs'

/** `finding` as cdk-nag names it, such as `IAM5[Resource::*]`. Applies to the construct and everything in it. */
export const acknowledge = (construct: IConstruct, finding: string, reason: string): void => {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${finding}`, reason })
}

/** The finding that a policy names objects of a bucket by a pattern. `within`: a prefix that ends in a slash. */
export const anyObjectOf = (bucket: Bucket, within = ''): string => {
  const resource = bucket.node.defaultChild
  if (!(resource instanceof CfnBucket)) throw new Error('A bucket is no resource of its own any more.')
  return `IAM5[Resource::<${Stack.of(bucket).getLogicalId(resource)}.Arn>/${within}*]`
}
