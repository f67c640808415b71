// Runs the deployed functions: each under AWS's runtime client, from the uploaded code, in the deployed environment. Adds
// what an account would: a function URL, and a container of the compressor.

import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import * as z from 'zod'
import type { RouteName } from '../../lambdas/routes.ts'
import { compressorBundle } from '../../lib/bundles/shipped-bundles.ts'
import { keepCompressor } from '../../local/compressor.ts'
import type { Finally } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { startFunction } from '../runtime/lambda-function.ts'
import { functionUrlsOver } from '../runtime/lambda-platform.ts'
import { physicalId } from './aws-on-this-machine.ts'
import type { DeployedStacks } from './deployed-stacks.ts'
import { fetchUploaded, locationOf, type Uploaded } from './uploaded-code.ts'

const deployedFunction = z.object({
  FunctionName: z.string(),
  Runtime: z.string(),
  Handler: z.string(),
  Role: z.string(),
  CodeSha256: z.string(),
  Timeout: z.number(),
  MemorySize: z.number(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
})
export type DeployedFunction = z.infer<typeof deployedFunction>

const templateFunction = z.object({ Code: z.object({ S3Bucket: z.unknown(), S3Key: z.string() }) })

export interface RouteInAccount extends DeployedFunction {
  readonly name: RouteName
  readonly uploaded: Uploaded
}

/** A template's own id of a route's function: the route's name without dashes, and a hash. */
const idPattern = (name: RouteName): RegExp => new RegExp(`^${name.replaceAll('-', '')}Function[0-9A-F]{8}$`)

/** The account's description of a route's function, and its code. */
export const routeInAccount = async (
  { aws, python, templates, prefix, folder }: DeployedStacks,
  name: RouteName,
): Promise<RouteInAccount> => {
  const stack = `${prefix}proxy`
  const [id, resource] =
    Object.entries(templates.get(stack)?.Resources ?? {}).find(([key]) => idPattern(name).test(key)) ?? []
  if (id === undefined || resource === undefined) throw new Error(`The template has no function of ${name}.`)
  const FunctionName = await physicalId(aws, stack, id)
  const [configuration] = await aws.ask(['lambda', 'get_function_configuration', { FunctionName }])
  const { S3Bucket: bucket, S3Key: key } = templateFunction.parse(resource.Properties).Code
  const uploaded = await fetchUploaded(aws, python, { bucket, key }, folder)
  return { ...deployedFunction.parse(configuration), name, uploaded }
}

/** The endpoint of a compressor run from the context that the image would be built from. */
const startCompressor = async (deployed: DeployedStacks, finallyDo: Finally): Promise<string> => {
  const { aws, python, templates, prefix, folder } = deployed
  const image = Object.values(templates.get(`${prefix}compressor`)?.Resources ?? {}).find(
    ({ Type }) => Type === 'Custom::ContainerImage',
  )
  const context = await fetchUploaded(aws, python, locationOf(aws, image?.Properties.source), folder)
  const compressor = await keepCompressor({
    script: join(context.folder, compressorBundle.file),
    log: { write: () => {}, close: () => {} },
    report: () => {},
  })
  finallyDo(compressor.end)
  return compressor.endpoint
}

/** The base URL of these routes. Only upstream and compressor differ from the deployment. */
export const runService = async (
  deployed: DeployedStacks,
  routes: readonly RouteInAccount[],
  upstream: RequestListener,
  finallyDo: Finally,
): Promise<string> => {
  const { origin } = await listen(createServer(upstream), { finallyDo })
  const compressor = await startCompressor(deployed, finallyDo)
  const functions = await Promise.all(
    routes.map(async ({ name, uploaded, Environment: { Variables } }) => {
      const lambda = await startFunction({
        name,
        taskRoot: uploaded.folder,
        variables: {
          ...Variables,
          UPSTREAM_ANTHROPIC: origin,
          UPSTREAM_OPENAI: `${origin}/v1`,
          TRUSTED_UPSTREAM_ORIGINS: origin,
          ...deployed.aws.variables,
          AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME: compressor,
        },
      })
      finallyDo(lambda.stop)
      return [name, lambda] as const
    }),
  )
  return (await listen(functionUrlsOver(new Map(functions)).server, { finallyDo })).origin
}
