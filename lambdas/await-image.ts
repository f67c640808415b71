// The custom resource of an image, under the CDK's provider framework, which always answers CloudFormation. Deleting does
// nothing: older images stay for a rollback, and the repository deletes its images with itself.

import type { CdkCustomResourceEvent, CdkCustomResourceResponse } from 'aws-lambda'
import * as z from 'zod'
import { awaitBuild } from '../adapters/codebuild/await-build.ts'

const properties = z.object({ project: z.string(), tag: z.string(), source: z.string() })

export const handler = async (event: CdkCustomResourceEvent): Promise<CdkCustomResourceResponse> => {
  if (event.RequestType === 'Delete') return {}
  const request = properties.parse(event.ResourceProperties)
  await awaitBuild(request)
  return { PhysicalResourceId: request.tag }
}
