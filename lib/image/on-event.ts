// The custom resource of an image, under the CDK's provider framework, which answers CloudFormation in every case.
// Deleting does nothing: older images stay for going back, and the repository takes its images with it.

import { CodeBuildClient } from '@aws-sdk/client-codebuild'
import type { CdkCustomResourceEvent, CdkCustomResourceResponse } from 'aws-lambda'
import { z } from 'zod'
import { awaitBuild } from './await-build.ts'

const properties = z.object({ project: z.string(), tag: z.string(), source: z.string() })

export const handler = async (event: CdkCustomResourceEvent): Promise<CdkCustomResourceResponse> => {
  if (event.RequestType === 'Delete') return {}
  const request = properties.parse(event.ResourceProperties)
  await awaitBuild(new CodeBuildClient(), request)
  return { PhysicalResourceId: request.tag }
}
