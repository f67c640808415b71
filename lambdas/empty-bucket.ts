// The custom resource of a bucket that goes with its stack, under the CDK's provider framework, which answers
// CloudFormation in every case. Does nothing until it is deleted, which is just before the bucket is.

import type { CdkCustomResourceEvent, CdkCustomResourceResponse } from 'aws-lambda'
import * as z from 'zod'
import { emptyBucket } from '../adapters/s3/empty-bucket.ts'

const properties = z.object({ bucket: z.string(), tag: z.string() })

export const handler = async (event: CdkCustomResourceEvent): Promise<CdkCustomResourceResponse> => {
  const { bucket, tag } = properties.parse(event.ResourceProperties)
  if (event.RequestType === 'Delete') await emptyBucket(bucket, tag)
  return { PhysicalResourceId: bucket }
}
