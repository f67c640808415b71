// The custom resource of a bucket that its stack deletes, under the CDK's provider framework, which always answers
// CloudFormation. Does nothing until it is deleted, just before the bucket.

import type { CdkCustomResourceEvent, CdkCustomResourceResponse } from 'aws-lambda'
import * as z from 'zod'
import { emptyBucket } from '../adapters/s3/empty-bucket.ts'

const properties = z.object({ bucket: z.string(), tag: z.string() })

export const handler = async (event: CdkCustomResourceEvent): Promise<CdkCustomResourceResponse> => {
  const { bucket, tag } = properties.parse(event.ResourceProperties)
  if (event.RequestType === 'Delete') await emptyBucket(bucket, tag)
  return { PhysicalResourceId: bucket }
}
