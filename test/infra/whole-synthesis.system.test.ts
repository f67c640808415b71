// The stacks as they are deployed: bundled, validated against CloudFormation's schemas, and checked by cdk-nag.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defined } from '../../core/collections/defined.ts'
import { compressionReply } from '../../core/compressor/contract.ts'
import { pageFile, readPage } from '../../dashboard/files/page-file.ts'
import { routes } from '../../lambdas/routes.ts'
import { checkService } from '../../lib/service.ts'
import { cdkContext } from './cdk-json.ts'
import { copyCheckout, runApp, thisCheckout } from './checkouts.ts'
import { newApp } from './synthesise.ts'

const assetsFile = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string(), packaging: z.string() }) })),
})

/** The code directories of a stack, found by the name of a file in them. */
const codeOf = (outdir: string, stack: string, file: string): string[] => {
  const { files } = assetsFile.parse(
    JSON.parse(readFileSync(join(outdir, `context-compaction-${stack}.assets.json`), 'utf8')),
  )
  return Object.values(files)
    .filter(({ source }) => source.packaging === 'zip')
    .map(({ source }) => join(outdir, source.path))
    .filter((path) => readdirSync(path).includes(file))
}

describe('the whole synthesis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'synthesis-'))
  const [outdir, secondOutdir] = [join(folder, 'first'), join(folder, 'second')]
  afterAll(() => rmSync(folder, { recursive: true }))

  beforeAll(async () => {
    const secondCheckout = join(folder, 'another', 'place', 'of', 'the', 'same')
    copyCheckout(secondCheckout)
    for (const path of [outdir, secondOutdir]) mkdirSync(path)
    const [first, second] = await Promise.all([
      // Fails on a finding of cdk-nag that is not acknowledged, and on a template that CloudFormation would refuse.
      runApp({ checkout: thisCheckout, outdir, validated: true }),
      runApp({ checkout: secondCheckout, outdir: secondOutdir }),
    ])
    expect(first.status, first.stderr).toBe(0)
    expect(second.status, second.stderr).toBe(0)
  }, 180_000)

  it('is the same from another folder, byte for byte, so that a second deployment changes nothing', () => {
    const named = (ending: RegExp) => (path: string) =>
      readdirSync(path)
        .filter((name) => ending.test(name))
        .sort()
    const documents = named(/\.(template|assets)\.json$/)
    const assets = named(/^asset\./)

    expect(documents(outdir).length).toBe(10)
    expect(assets(outdir).length).toBeGreaterThan(routes.length)
    expect(documents(secondOutdir)).toEqual(documents(outdir))
    // The name of an asset is the hash of what is in it.
    expect(assets(secondOutdir)).toEqual(assets(outdir))
    for (const name of documents(outdir))
      expect(readFileSync(join(secondOutdir, name), 'utf8')).toBe(readFileSync(join(outdir, name), 'utf8'))
  })

  it('gives every route a bundle of its own, in one file', () => {
    const bundles = codeOf(outdir, 'proxy', 'index.mjs')
    const code = bundles.map((path) => readFileSync(join(path, 'index.mjs'), 'utf8'))

    expect(new Set(code).size).toBe(routes.length)
    for (const text of code) expect(text).toMatch(/export\{[\w$]+ as handler\}/)
    for (const path of bundles) expect(statSync(join(path, 'index.mjs')).size).toBeLessThan(2_500_000)
  })

  it('leaves nothing to be installed: it imports only Node’s own modules', () => {
    const folders = ['proxy', 'compressor', 'dashboard'].flatMap((stack) => codeOf(outdir, stack, 'index.mjs'))
    const imported = [
      ...folders.map((path) => join(path, 'index.mjs')),
      ...codeOf(outdir, 'compressor', 'server.mjs').map((path) => join(path, 'server.mjs')),
    ].flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/(?:^|;)import[^;'"]*from"([^"]+)"/g)].map(([, from]) => from ?? ''),
    )

    expect(imported).toContain('node:crypto')
    expect(imported.filter((name) => !isBuiltin(name))).toEqual([])
  })

  it('brings the dashboard’s page along with its function, small enough to start quickly', () => {
    const [code = '', ...others] = codeOf(outdir, 'dashboard', pageFile)
    expect(others).toEqual([])
    const { html, assets } = readPage(readFileSync(join(code, pageFile), 'utf8'), () => '')
    for (const name of assets.keys()) expect(html).toContain(`/assets/${name}`)
    expect(statSync(join(code, 'index.mjs')).size).toBeLessThan(900_000)
  })

  it('makes an image context whose server compresses, alone in a folder', async () => {
    const [context, ...others] = codeOf(outdir, 'compressor', 'Dockerfile')
    if (context === undefined) throw new Error('There is no context.')
    expect(others).toEqual([])
    const folder = mkdtempSync(join(tmpdir(), 'image-'))
    cpSync(join(context, 'server.mjs'), join(folder, 'server.mjs'))

    const server = spawn(process.execPath, ['server.mjs', 'serve'], {
      cwd: folder,
      env: { PORT: '0', HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [ready] = await once(server.stdout, 'data')
      const { port } = z.object({ port: z.number() }).parse(JSON.parse(String(ready)))
      const answer = await fetch(`http://127.0.0.1:${port}/invocations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          engine: 'helene-1',
          rate: 0.5,
          texts: ['It is the case that the sum of all of these is 42.'],
        }),
      })
      const { engine_version, results } = compressionReply.parse(await answer.json())

      expect((await fetch(`http://127.0.0.1:${port}/ping`)).status).toBe(200)
      expect(engine_version).toMatch(/^helene-1\./)
      expect(results).toHaveLength(1)
    } finally {
      server.kill('SIGTERM')
    }
    const [code] = await once(server, 'exit')
    rmSync(folder, { recursive: true })
    expect(code).toBe(0)
  }, 60_000)
})

const acknowledgement = z.record(z.string(), z.string())

describe('cdk-nag', () => {
  it('stops a synthesis with an unacknowledged finding', () => {
    const app = newApp()
    checkService(app)
    const storage = app.node.findChild('context-compaction-storage')
    new Bucket(storage, 'Careless')

    expect(() => app.synth()).toThrow('AwsSolutions-S10')
    rmSync(app.outdir, { recursive: true })
  })

  it.each(['retain', 'destroy'])('finds nothing else in a stage that has everything, to %s', (removal) => {
    const arn = 'arn:aws:acm:us-east-1:123456789012:certificate/0b7c'
    const app = newApp({
      removal,
      region: 'eu-west-1',
      tags: { team: 'platform' },
      frontDoor: {
        firewall: 'managed',
        domain: { names: ['llm.example.com'], certificateArn: arn },
        originSecretGeneration: 2,
      },
      dashboard: { domain: { names: ['savings.example.com'], certificateArn: arn } },
      alarms: { addresses: ['on-call@example.com'], canary: true },
      ledgerExport: { everyMonth: true },
    })
    checkService(app)

    expect(() => app.synth()).not.toThrow()
    rmSync(app.outdir, { recursive: true })
  })

  it.each([
    { frontDoor: {}, reached: 'CloudFront' },
    { frontDoor: false, functionUrls: false, alarms: { canary: true }, reached: 'their network' },
  ])('finds nothing in containers that only $reached reaches', ({ reached: _, ...stage }) => {
    const app = newApp({
      region: 'eu-west-1',
      compute: 'fargate',
      fargate: { privateEndpoints: true },
      ...stage,
    })
    checkService(app)

    expect(() => app.synth()).not.toThrow()
    rmSync(app.outdir, { recursive: true })
  })

  it('has only these acknowledged findings, each with a reason', () => {
    const app = newApp()
    const given = app.node.findAll().flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) => Object.entries(acknowledgement.parse(data)))
        .map(([rule, reason]) => ({
          // Logical ids end in a hash of where their construct stands.
          finding: rule.replace(/^.*AwsSolutions-/, `${node.id}: `).replace(/Function[0-9A-F]{8}/, 'Function'),
          reason,
        })),
    )
    rmSync(app.outdir, { recursive: true })

    expect(given.map(({ finding }) => finding).sort()).toEqual([
      'Bucket: S1',
      'BuildRole: IAM5[Resource::*]',
      'DeploymentSecret: SMG4',
      // Two: the front door, and the dashboard's.
      ...['CFR1', 'CFR2', 'CFR3', 'CFR4'].flatMap((rule) => [`Distribution: ${rule}`, `Distribution: ${rule}`]),
      'ExecutionRole: IAM5[Resource::*]',
      'Generation1: SMG4',
      'Lost: SQS3',
      'Pool: COG2',
      'Pool: COG8',
      'Project: CB4',
      'Role: IAM5[Resource::*]',
      'Role: IAM5[Resource::*]',
      ...routes.map(({ name }) => `Role: IAM5[Resource::<${name.replaceAll('-', '')}Function.Arn>:*]`).sort(),
      'browserSessions: DDB3',
      'chat-completions: IAM5[Resource::*]',
      'compress: IAM5[Resource::*]',
      'deviceLogins: DDB3',
      'messages: IAM5[Resource::*]',
      'pass-through: IAM5[Resource::*]',
      'rateLimits: DDB3',
      'responses: IAM5[Resource::*]',
      'savings: DDB3',
    ])
    for (const { reason } of given) expect(reason.length).toBeGreaterThan(40)
  })
})

describe('the app', () => {
  const files = mkdtempSync(join(tmpdir(), 'stage-files-'))
  afterAll(() => rmSync(files, { recursive: true }))

  const stageFile = (document: unknown): string => {
    const path = join(files, 'stage.json')
    writeFileSync(path, JSON.stringify(document))
    return path
  }

  const run = async (context: Record<string, unknown>, region?: string) => {
    const outdir = mkdtempSync(join(files, 'app-'))
    const ended = await runApp({
      checkout: thisCheckout,
      outdir,
      context: { 'aws:cdk:bundling-stacks': [], ...context },
      ...defined({ region }),
    })
    return { ...ended, made: readdirSync(outdir).filter((name) => name.endsWith('.template.json')) }
  }

  it('needs no credentials, no region and no folder to start from', async () => {
    const { status, stderr, made } = await run({
      stage: stageFile({ prefix: 'other-' }),
      frontDoor: 'false',
      functionUrls: 'false',
    })

    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(made).toEqual(['other-compressor.template.json', 'other-proxy.template.json', 'other-storage.template.json'])
  })

  it('says which value is wrong', async () => {
    const { status, stderr } = await run({ stage: stageFile({ functions: { memoryMb: 'lots' } }) })

    expect(status).toBe(1)
    expect(stderr).toContain('functions.memoryMb: must be a whole number from 128 to 10240')
  })

  it('says what AWS will not find from the region of the credentials, before anything is made', async () => {
    const topicArn = 'arn:aws:sns:us-east-1:123456789012:on-call'
    const { status, stderr, made } = await run({ stage: stageFile({ alarms: { topicArn } }) }, 'eu-west-1')

    expect(stderr).toBe(
      'The stage cannot be deployed into eu-west-1.\n  alarms.topicArn: must be in eu-west-1, the region of the stage\n',
    )
    expect(status).toBe(1)
    expect(made).toEqual([])
  })

  it('has the feature flags that the CDK recommends, and reports no usage', () => {
    const recommended = new URL('../../node_modules/aws-cdk-lib/recommended-feature-flags.json', import.meta.url)

    expect(cdkContext).toEqual({ ...JSON.parse(readFileSync(recommended, 'utf8')), 'cli-telemetry': false })
  })
})
