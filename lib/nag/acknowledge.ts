// How a finding of cdk-nag is accepted: next to the construct that it concerns, one finding and one reason at a time.

import { Stack, Validations } from 'aws-cdk-lib'
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { IConstruct } from 'constructs'

/** `finding` as cdk-nag names it, such as `IAM5[Resource::*]`. Holds for the construct and all that is in it. */
export const acknowledge = (construct: IConstruct, finding: string, reason: string): void => {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${finding}`, reason })
}

/** The finding that a policy names objects of a bucket by a pattern. `within`: a prefix with a slash at its end. */
export const anyObjectOf = (bucket: Bucket, within = ''): string => {
  const resource = bucket.node.defaultChild
  if (!(resource instanceof CfnBucket)) throw new Error('A bucket is no resource of its own any more.')
  return `IAM5[Resource::<${Stack.of(bucket).getLogicalId(resource)}.Arn>/${within}*]`
}
