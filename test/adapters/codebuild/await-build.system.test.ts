import { createServer } from 'node:http'
import { CodeBuildClient } from '@aws-sdk/client-codebuild'
import { describe, expect, it, onTestFinished } from 'vitest'
import { awaitBuild } from '../../../adapters/codebuild/await-build.ts'
import { listen } from '../../../testkit/listen.ts'

type CodeBuildAnswer = readonly [status: number, body: Record<string, unknown>]

const started: CodeBuildAnswer = [200, { build: { id: 'images:1' } }]
const denied: CodeBuildAnswer = [400, { __type: 'AccessDeniedException', message: 'not yet' }]
const looked = (buildStatus: string): CodeBuildAnswer => [
  200,
  { builds: [{ id: 'images:1', buildStatus, logs: { deepLink: 'https://console.example/log' } }] },
]

/** Answers in order, the last one again and again; tells what it was asked. */
const codeBuild = async (...answers: CodeBuildAnswer[]) => {
  const asked: { operation: string; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    asked.push({
      operation: String(request.headers['x-amz-target']).replace(/^.*\./, ''),
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    const [status, body] = answers[Math.min(asked.length, answers.length) - 1] ?? [500, {}]
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
  })
  const { origin: endpoint } = await listen(server, { finallyDo: onTestFinished })
  const client = new CodeBuildClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  })
  return { asked, options: { client, pause: 1 } }
}

const request = { project: 'images', tag: 'abc', source: 's3://assets/abc.zip' }

describe('the wait for an image', () => {
  it('starts one build of this content and returns when it has succeeded', async () => {
    const { asked, options } = await codeBuild(
      started,
      looked('IN_PROGRESS'),
      looked('IN_PROGRESS'),
      looked('SUCCEEDED'),
    )

    await awaitBuild(request, options)

    expect(asked.map(({ operation }) => operation)).toEqual([
      'StartBuild',
      'BatchGetBuilds',
      'BatchGetBuilds',
      'BatchGetBuilds',
    ])
    expect(asked[0]?.body).toEqual({
      projectName: 'images',
      environmentVariablesOverride: [
        { name: 'TAG', value: 'abc' },
        { name: 'SOURCE', value: 's3://assets/abc.zip' },
      ],
    })
  })

  it.each(['FAILED', 'FAULT', 'STOPPED', 'TIMED_OUT'])(
    'fails with the place of the log when the build ends as %s',
    async (end) => {
      const { options } = await codeBuild(started, looked(end))

      await expect(awaitBuild(request, options)).rejects.toThrow(
        `The build of abc ended as ${end}: https://console.example/log`,
      )
    },
  )

  it('retries while a role is not known everywhere yet', async () => {
    const { asked, options } = await codeBuild(denied, denied, started, looked('SUCCEEDED'))

    await awaitBuild(request, options)

    expect(asked.filter(({ operation }) => operation === 'StartBuild')).toHaveLength(3)
  })

  it('does not wait forever for a role that is never allowed', async () => {
    const { asked, options } = await codeBuild(denied)

    await expect(awaitBuild(request, options)).rejects.toThrow('not yet')
    expect(asked).toHaveLength(12)
  })

  it('fails at once on any other answer', async () => {
    const { asked, options } = await codeBuild([400, { __type: 'ResourceNotFoundException', message: 'no project' }])

    await expect(awaitBuild(request, options)).rejects.toThrow('no project')
    expect(asked).toHaveLength(1)
  })

  it('fails when the build is gone', async () => {
    const { options } = await codeBuild(started, [200, { builds: [], buildsNotFound: ['images:1'] }])

    await expect(awaitBuild(request, options)).rejects.toThrow('images:1')
  })

  it('says in words that a new account may not build, and tries no second time', async () => {
    const none: CodeBuildAnswer = [
      400,
      { __type: 'AccountLimitExceededException', message: 'Cannot have more than 0 builds in queue for the account' },
    ]
    const { asked, options } = await codeBuild(none)

    await expect(awaitBuild(request, options)).rejects.toThrow(
      /may not run a build now \(Cannot have more than 0 builds.*Service Quotas/,
    )
    expect(asked).toHaveLength(1)
  })
})
