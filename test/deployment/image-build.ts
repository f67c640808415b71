// The one step of a deployment that moto cannot take: it runs no function, so nobody answers the custom resource of the
// compressor's image. Here the function that was uploaded for it is run, with the event that CloudFormation would send,
// against moto's CodeBuild; its answer goes back the way that the CDK's provider framework would send it.

import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { bundleHandler } from '../../lib/bundles/bundling.ts'
import { startEnvironment } from '../runtime/environment.ts'
import type { Aws } from './aws-on-this-machine.ts'
import type { Template } from './moto-gaps.ts'
import { fetchUploaded, locationOf } from './uploaded-code.ts'

export interface ImageBuildOptions {
  readonly aws: Aws
  readonly python: string
  readonly templates: ReadonlyMap<string, Template>
  /** For what is unpacked. */
  readonly folder: string
  /** The deployment that waits for the answer. */
  readonly until: Promise<unknown>
}

const isImage = (template: Template): boolean =>
  Object.values(template.Resources).some(({ Type }) => Type === 'Custom::ContainerImage')

/** Id and properties of the one resource of a type. Throws when the template has none. */
const find = (template: Template, type: string, handler?: string) => {
  const found = Object.entries(template.Resources).find(
    ([, { Type, Properties }]) => Type === type && (handler === undefined || Properties.Handler === handler),
  )
  if (found === undefined) throw new Error(`The template has no ${type}.`)
  return { id: found[0], properties: found[1].Properties }
}

const code = z.object({ S3Bucket: z.unknown(), S3Key: z.string() })
const build = z.object({ project: z.string(), tag: z.string(), source: z.unknown() })

/** Runs the function with one event in an environment of its own. Throws with its logs when it fails. */
const runOnce = async (aws: Aws, folder: string, event: unknown): Promise<unknown> => {
  const environment = await startEnvironment('await-image', folder, aws.variables)
  try {
    const died = environment.ended.then(() => Promise.reject(new Error(`The image build ended: ${environment.logs()}`)))
    const answer = await Promise.race([environment.invoke(JSON.stringify(event), Date.now() + 60_000), died])
    died.catch(() => {})
    const document = JSON.parse(await text(answer))
    if ('errorMessage' in document) throw new Error(`The image build failed: ${document.errorMessage}`)
    return document
  } finally {
    await environment.stop()
  }
}

/** The id of the stack, once its deployment waits for the image; nothing when the deployment ends before. */
const waitingStack = async ({ aws, until }: ImageBuildOptions, name: string): Promise<string> => {
  let ended = false
  until.then(() => {
    ended = true
  })
  for (;;) {
    const [{ StackSummaries: summaries }] = await aws.ask(['cloudformation', 'list_stacks'])
    const summary = z
      .array(z.object({ StackName: z.string(), StackStatus: z.string(), StackId: z.string() }))
      .parse(summaries)
      .find(({ StackName: stack, StackStatus: status }) => stack === name && status === 'CREATE_IN_PROGRESS')
    if (summary !== undefined) return summary.StackId
    if (ended) return ''
    await wait(500)
  }
}

/** Returns what was done in moto's stead, in words; when the deployment has failed before it came to that, nothing. */
export const answerImageBuild = async (options: ImageBuildOptions): Promise<readonly string[]> => {
  const { aws, python, templates, folder } = options
  const [stack, template] = [...templates].find(([, candidate]) => isImage(candidate)) ?? []
  if (stack === undefined || template === undefined) throw new Error('No stack builds an image.')
  const resource = find(template, 'Custom::ContainerImage')
  const properties = build.parse(resource.properties)
  const source = locationOf(aws, properties.source)
  const uploaded = code.parse(find(template, 'AWS::Lambda::Function', bundleHandler).properties.Code)

  const stackId = await waitingStack(options, stack)
  if (stackId === '') return []
  await aws.ask([
    'codebuild',
    'create_project',
    {
      name: properties.project,
      source: { type: 'S3', location: `${source.bucket}/${source.key}` },
      artifacts: { type: 'NO_ARTIFACTS' },
      environment: { type: 'LINUX_CONTAINER', image: 'none', computeType: 'BUILD_GENERAL1_SMALL' },
      serviceRole: `arn:aws:iam::${aws.account}:role/build`,
    },
  ])
  const waiting = await fetchUploaded(aws, python, { bucket: uploaded.S3Bucket, key: uploaded.S3Key }, folder)
  const event = {
    RequestType: 'Create',
    ResourceProperties: { ...properties, source: `s3://${source.bucket}/${source.key}` },
  }
  const answer = await runOnce(aws, waiting.folder, event)
  if (!isDeepStrictEqual(answer, { PhysicalResourceId: properties.tag }))
    throw new Error(`The image build answered ${JSON.stringify(answer)}.`)
  await fetch(`${aws.endpoint}/cloudformation_${aws.region}/cfnresponse?stack=${stackId}`, {
    method: 'PUT',
    body: JSON.stringify({ Status: 'SUCCESS', StackId: stackId, LogicalResourceId: resource.id, Data: {} }),
  })
  return [
    `${stack}: Custom::ContainerImage is answered by its own function as uploaded, run here: moto runs no function`,
    `${stack}: the build that it starts is moto's, which builds nothing: no image comes of it`,
  ]
}
