// Empties a bucket before its stack deletes it, in stages that leave nothing behind.

import { CustomResource, RemovalPolicy, Tags } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { emptyBucketBundle } from '../bundles/shipped-bundles.ts'
import { customResourceProvider } from '../custom-resource/provider.ts'
import { acknowledge, anyObjectOf } from '../nag/acknowledge.ts'
import { allow } from '../roles/service-role.ts'
import type { Stage } from '../stage/config.ts'

/** The tag of the bucket, without which the function deletes nothing. */
const tag = 'context-compaction-empty-on-delete'

export class EmptiedBucket extends Construct {
  constructor(scope: Construct, id: string, { bucket, stage }: { readonly bucket: Bucket; readonly stage: Stage }) {
    super(scope, id)
    const objects = allow(['s3:DeleteObject'], bucket.arnForObjects('*'))
    const provider = customResourceProvider(this, {
      bundle: emptyBucketBundle,
      description: 'Empties the bucket of exports when its stack is deleted.',
      minutes: 15,
      logGroup: new LogGroup(this, 'Log', {
        retention: stage.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      statements: [allow(['s3:ListBucket', 's3:GetBucketTagging'], bucket.bucketArn), objects],
    })
    acknowledge(this, anyObjectOf(bucket), 'It deletes whatever the bucket holds: that is all it is for.')
    // A stage that changes to keeping its data loses this resource. The tag is removed first, so nothing is deleted.
    Tags.of(bucket).add(tag, 'true')
    new CustomResource(this, 'Emptied', {
      resourceType: 'Custom::EmptiedBucket',
      serviceToken: provider.serviceToken,
      properties: { bucket: bucket.bucketName, tag },
    })
  }
}
