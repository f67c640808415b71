// Answers custom resources, because moto runs no functions. Runs the uploaded function with the event that CloudFormation
// would send, against moto's services, and returns its answer as the CDK's provider framework would.

import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { startEnvironment } from '../runtime/environment.ts'
import { type Aws, physicalId } from './aws-on-this-machine.ts'
import type { Template } from './moto-gaps.ts'
import { fetchUploaded, locationOf } from './uploaded-code.ts'

export interface Deploying {
  readonly aws: Aws
  readonly python: string
  readonly templates: ReadonlyMap<string, Template>
  /** Folder for unpacked code. */
  readonly folder: string
}

type Properties = Template['Resources'][string]['Properties']

const attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
const code = z.object({ Code: z.object({ S3Bucket: z.unknown(), S3Key: z.string() }) })
const framework = z.object({
  Environment: z.object({ Variables: z.object({ USER_ON_EVENT_FUNCTION_ARN: attribute }) }),
})

interface CustomResource {
  readonly stack: string
  readonly id: string
  readonly type: string
  readonly properties: Properties
}

const customResourcesOf = ({ templates }: Deploying): readonly CustomResource[] =>
  [...templates].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { Type }]) => Type.startsWith('Custom::'))
      .map(([id, { Type, Properties }]) => ({ stack, id, type: Type, properties: Properties })),
  )

/** Finds the framework's function of a resource, and through it ours. */
const functionOf = ({ templates }: Deploying, { stack, properties }: CustomResource): z.infer<typeof code> => {
  const propertiesOf = (reference: unknown): unknown =>
    templates.get(stack)?.Resources[attribute.parse(reference)['Fn::GetAtt'][0]]?.Properties
  const { Variables } = framework.parse(propertiesOf(properties.ServiceToken)).Environment
  return code.parse(propertiesOf(Variables.USER_ON_EVENT_FUNCTION_ARN))
}

/** The properties as CloudFormation would send them: URLs filled in, references by the name that the account has. */
const filledIn = async ({ aws }: Deploying, { stack, properties }: CustomResource): Promise<Properties> => {
  const fill = async (value: unknown): Promise<unknown> => {
    if (typeof value !== 'object' || value === null) return value
    if ('Ref' in value) return physicalId(aws, stack, String(value.Ref))
    const { bucket, key } = locationOf(aws, value)
    return `s3://${bucket}/${key}`
  }
  const { ServiceToken: _, ServiceTimeout: __, ...own } = properties
  const entries = Object.entries(own).map(async ([name, value]) => [name, await fill(value)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Runs the uploaded function of a custom resource with one event and returns its answer. Throws with its logs if it fails.
 */
const runFunction = async (
  deploying: Deploying,
  resource: CustomResource,
  RequestType: 'Create' | 'Delete',
): Promise<unknown> => {
  const { aws, python, folder } = deploying
  const { S3Bucket: bucket, S3Key: key } = functionOf(deploying, resource).Code
  const uploaded = await fetchUploaded(aws, python, { bucket, key }, folder)
  const event = { RequestType, ResourceProperties: await filledIn(deploying, resource) }
  const environment = await startEnvironment(resource.id, uploaded.folder, aws.variables)
  try {
    const died = environment.ended.then(() =>
      Promise.reject(new Error(`${resource.type} ended: ${environment.logs()}`)),
    )
    const answer = await Promise.race([environment.invoke(JSON.stringify(event), Date.now() + 60_000), died])
    died.catch(() => {})
    const document = JSON.parse(await text(answer))
    if ('errorMessage' in document) throw new Error(`${resource.type} failed: ${document.errorMessage}`)
    return document
  } finally {
    await environment.stop()
  }
}

/** The id of the stack once its deployment waits for an answer; nothing if the deployment ends before. */
const waitingStack = async ({ aws }: Deploying, name: string, until: Promise<unknown>): Promise<string> => {
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

/** Makes the CodeBuild project of the image, because moto's CloudFormation does not. */
const makeProject = ({ aws }: Deploying, { properties }: CustomResource): Promise<unknown> =>
  aws.ask([
    'codebuild',
    'create_project',
    {
      name: properties.project,
      source: { type: 'S3', location: 'images/context.zip' },
      artifacts: { type: 'NO_ARTIFACTS' },
      environment: { type: 'LINUX_CONTAINER', image: 'none', computeType: 'BUILD_GENERAL1_SMALL' },
      serviceRole: `arn:aws:iam::${aws.account}:role/build`,
    },
  ])

/**
 * Answers every custom resource while `deployment` runs. Returns in words what was done in moto's place; nothing for a
 * stack that failed before.
 */
export const answerCustomResources = async (
  deploying: Deploying,
  deployment: Promise<unknown>,
): Promise<readonly string[]> => {
  const { aws } = deploying
  const answers = customResourcesOf(deploying).map(async (resource) => {
    const stackId = await waitingStack(deploying, resource.stack, deployment)
    if (stackId === '') return []
    const isImage = resource.type === 'Custom::ContainerImage'
    if (isImage) await makeProject(deploying, resource)
    await runFunction(deploying, resource, 'Create')
    await fetch(`${aws.endpoint}/cloudformation_${aws.region}/cfnresponse?stack=${stackId}`, {
      method: 'PUT',
      body: JSON.stringify({ Status: 'SUCCESS', StackId: stackId, LogicalResourceId: resource.id, Data: {} }),
    })
    return [
      `${resource.stack}: ${resource.type} is answered by its own function as uploaded, run here: moto runs no function`,
      ...(isImage
        ? [`${resource.stack}: the build that it starts is moto's, which builds nothing: no image comes of it`]
        : []),
    ]
  })
  return (await Promise.all(answers)).flat()
}

/** Runs what CloudFormation would run before it deletes the stacks. */
export const deleteCustomResources = async (deploying: Deploying): Promise<void> => {
  for (const resource of customResourcesOf(deploying)) await runFunction(deploying, resource, 'Delete')
}
