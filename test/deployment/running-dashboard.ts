// Runs the deployed dashboard under AWS's runtime client, from the uploaded code, in the deployed environment, for a person
// who has signed in: no issuer is there.

import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoBrowserSessions } from '../../adapters/dynamo/people/browser-sessions.ts'
import { dynamoMembers } from '../../adapters/dynamo/people/members.ts'
import { newSession } from '../../core/people/browser-session.ts'
import type { BufferedAnswer } from '../../lambdas/dashboard-over.ts'
import type { Finally } from '../../testkit/after-suite.ts'
import { startFunction } from '../runtime/lambda-function.ts'
import type { DeployedStacks } from './deployed-stacks.ts'
import { fetchUploaded } from './uploaded-code.ts'

const configuration = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.string()) }) })
const code = z.object({ Code: z.object({ S3Bucket: z.unknown(), S3Key: z.string() }) })

export interface RunningDashboard {
  /** What the parameter holds. */
  readonly settings: unknown
  ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<BufferedAnswer>
}

const cookie = 'a-cookie-of-this-test'

/** Makes the person an owner of the account, and signs them in. */
const signInOwner = async ({ aws, prefix }: DeployedStacks, accountId: string): Promise<void> => {
  const { endpoint, region } = aws
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const dynamo = openDynamo({ tablePrefix: prefix, endpoint, region, credentials, deadlineMilliseconds: 10_000 })
  const personId = 'ana'
  await dynamoMembers(dynamo).add({ accountId, personId, role: 'owner', since: new Date().toISOString() })
  await dynamoBrowserSessions(dynamo).start(newSession(cookie, personId, Date.now()))
  dynamo.close()
}

/** `accountId` is the account that the person owns. */
export const runDashboard = async (
  deployed: DeployedStacks,
  accountId: string,
  finallyDo: Finally,
): Promise<RunningDashboard> => {
  const { aws, python, templates, prefix, folder } = deployed
  const FunctionName = `${prefix}dashboard`
  const resources = Object.values(templates.get(`${prefix}dashboard`)?.Resources ?? {})
  const lambda = resources.find(({ Properties }) => Properties.FunctionName === FunctionName)
  const { S3Bucket: bucket, S3Key: key } = code.parse(lambda?.Properties).Code
  const [described, { Parameter: parameter }] = await aws.ask(
    ['lambda', 'get_function_configuration', { FunctionName }],
    ['ssm', 'get_parameter', { Name: `/${prefix}dashboard` }],
  )
  const uploaded = await fetchUploaded(aws, python, { bucket, key }, folder)
  const running = await startFunction({
    name: 'dashboard',
    taskRoot: uploaded.folder,
    variables: { ...configuration.parse(described).Environment.Variables, ...aws.variables },
  })
  finallyDo(running.stop)
  await signInOwner(deployed, accountId)
  return {
    settings: JSON.parse(parameter.Value),
    async ask(method, path, body) {
      const event = {
        ...{ rawPath: path, rawQueryString: '', isBase64Encoded: false, requestContext: { http: { method } } },
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        cookies: [`__Host-session=${cookie}`],
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }
      return JSON.parse(await text(await running.invoke(JSON.stringify(event), 60_000)))
    },
  }
}
