// Starts the build of an image and waits for its end, so that a deployment goes on only if the image exists, and otherwise
// fails at once and names the log. Knows neither Docker nor CloudFormation's protocol.

import { setTimeout as wait } from 'node:timers/promises'
import {
  AccountLimitExceededException,
  BatchGetBuildsCommand,
  type Build,
  CodeBuildClient,
  StartBuildCommand,
} from '@aws-sdk/client-codebuild'

export interface ImageBuildRequest {
  readonly project: string
  readonly tag: string
  /** `s3://` URL of the build's context, a zip file. */
  readonly source: string
}

/** A role that was just made may not be known everywhere yet. */
const denials = 12

/** New accounts have none until their first bill: CloudFormation shows this where CodeBuild would only say "0 builds". */
const noBuilds = (message: string): string =>
  `The account may not run a build now (${message}). Ask for "Concurrently running builds for Linux/Small environment" in Service Quotas, or AWS Support if it is 0; until then deploy with a compressor of another kind. The service itself is deployed, and requests go through as they came.`

const start = async (codebuild: CodeBuildClient, request: ImageBuildRequest, pause: number): Promise<string> => {
  const command = new StartBuildCommand({
    projectName: request.project,
    environmentVariablesOverride: [
      { name: 'TAG', value: request.tag },
      { name: 'SOURCE', value: request.source },
    ],
  })
  for (let denied = 1; ; denied += 1) {
    try {
      const { build } = await codebuild.send(command)
      if (build?.id === undefined) throw new Error('CodeBuild started a build without an id.')
      return build.id
    } catch (error) {
      if (error instanceof AccountLimitExceededException) throw new Error(noBuilds(error.message), { cause: error })
      if (!(error instanceof Error && error.name === 'AccessDeniedException') || denied === denials) throw error
      await wait(pause)
    }
  }
}

const lookUp = async (codebuild: CodeBuildClient, id: string): Promise<Build> => {
  const { builds } = await codebuild.send(new BatchGetBuildsCommand({ ids: [id] }))
  const build = builds?.[0]
  if (build === undefined) throw new Error(`CodeBuild knows no build ${id}.`)
  return build
}

export interface AwaitBuildOptions {
  /** @default a client with the SDK's own configuration */
  readonly client?: CodeBuildClient
  /** Milliseconds between two looks. @default 5000 */
  readonly pause?: number
}

/** Resolves when the image is in its repository. Throws if the build fails. */
export const awaitBuild = async (request: ImageBuildRequest, options: AwaitBuildOptions = {}): Promise<void> => {
  const { client = new CodeBuildClient(), pause = 5_000 } = options
  const id = await start(client, request, pause)
  for (;;) {
    const { buildStatus, logs } = await lookUp(client, id)
    if (buildStatus === 'SUCCEEDED') return
    if (buildStatus !== 'IN_PROGRESS')
      throw new Error(`The build of ${request.tag} ended as ${buildStatus}: ${logs?.deepLink}`)
    await wait(pause)
  }
}
