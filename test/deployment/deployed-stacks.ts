// Synthesises, bootstraps and deploys the stacks of one stage with the CDK's own command line into an account on this
// machine, except the front door, which the context leaves out.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { deploymentSecretName } from '../../core/access/keys/deployment-secrets.ts'
import type { Finally } from '../../testkit/after-suite.ts'
import { type Aws, type Ended, openAws } from './aws-on-this-machine.ts'
import { commandsIn, mustSucceed } from './commands.ts'
import { answerCustomResources } from './custom-resources.ts'
import { type Template, templatesOf } from './moto-gaps.ts'

export interface DeployedStacks {
  readonly aws: Aws
  readonly prefix: string
  /** A Python with boto3. */
  readonly python: string
  /** Folder for fetched and unpacked code; deleted with the suite. */
  readonly folder: string
  /** The assembly that was deployed. */
  readonly assembly: string
  /** The deployed templates, by the stack's name. */
  readonly templates: ReadonlyMap<string, Template>
  /** In words, what was done here that AWS does by itself. */
  readonly standIns: readonly string[]
  /** What the preflight said before anything was made, and what it says now. */
  readonly preflight: { readonly before: Ended; again(): Promise<Ended> }
  /** Runs `cdk` on what was synthesised. */
  cdk(...words: string[]): Promise<Ended>
  /** Deploys these stacks of the stage with these fields changed, and nothing else. */
  redeploy(stacks: readonly string[], changes: Readonly<Record<string, unknown>>): Promise<void>
}

const prefix = 'deployment-test-'
/** moto knows only older instance types. This is the newest of the default's kind. */
const shared = {
  prefix,
  removal: 'destroy',
  compressor: { kind: 'real-time', instanceType: 'ml.c5.large' },
  alarms: { addresses: ['operations@example.com'] },
}

const described = z.object({
  Subnets: z.array(z.object({ SubnetId: z.string(), VpcId: z.string(), AvailabilityZone: z.string() })).min(2),
})

/** Containers stand in the network that every account has: moto cannot delete one that a stack has made. */
const inNetworkOf = async (aws: Aws): Promise<object> => {
  const [answer] = await aws.ask(['ec2', 'describe_subnets'])
  const subnets = described.parse(answer).Subnets.slice(0, 2)
  const vpc = {
    id: subnets[0]?.VpcId,
    cidr: '172.31.0.0/16',
    availabilityZones: subnets.map(({ AvailabilityZone }) => AvailabilityZone),
    privateSubnetIds: subnets.map(({ SubnetId }) => SubnetId),
  }
  return { compute: 'fargate', fargate: { vpc } }
}

/** moto's CloudFormation makes no secrets; its Secrets Manager does. */
const makeSecret = (aws: Aws): Promise<unknown> => {
  const SecretString = randomBytes(32).toString('base64url')
  return aws.ask(['secretsmanager', 'create_secret', { Name: deploymentSecretName(prefix), SecretString }])
}

const direct = ['--method', 'direct', '--require-approval', 'never']

/** `python` has the packages of requirements.txt. */
export const deployStacks = async (python: string, finallyDo: Finally): Promise<DeployedStacks> => {
  const folder = mkdtempSync(join(tmpdir(), 'deployment-'))
  finallyDo(() => rmSync(folder, { recursive: true, force: true }))
  const aws = await openAws(python, finallyDo)
  const over = new AbortController()
  finallyDo(() => over.abort())
  const commands = commandsIn(aws, folder, over.signal)
  const assembly = join(folder, 'cdk.out')
  const stageFile = join(folder, 'stage.json')
  const stage = { ...shared, ...(await inNetworkOf(aws)) }
  writeFileSync(stageFile, JSON.stringify(stage))
  const cdk = (...words: string[]): Promise<Ended> => commands.cdk(...words, '--app', assembly)
  const redeploy = async (stacks: readonly string[], changes: Readonly<Record<string, unknown>>): Promise<void> => {
    const [changed, file] = [join(folder, 'changed.out'), join(folder, 'changed.json')]
    writeFileSync(file, JSON.stringify({ ...stage, ...changes }))
    await commands.synthesise(file, changed)
    // moto forgets what a parameter was.
    const always = ['--exclusively', '--no-previous-parameters', '--app', changed]
    mustSucceed(await commands.cdk('deploy', ...stacks, ...direct, ...always))
  }

  const standIns = await commands.synthesise(stageFile, assembly)
  const templates = templatesOf(assembly)
  const before = await commands.preflight(stageFile)
  mustSucceed(await cdk('bootstrap', `aws://${aws.account}/${aws.region}`))
  const deployed = cdk('deploy', '--all', ...direct)
  const answered = answerCustomResources({ aws, python, templates, folder }, deployed)
  const [ended, answer] = await Promise.all([deployed, answered])
  mustSucceed(ended)
  await makeSecret(aws)
  return {
    ...{ aws, prefix, python, folder, assembly, templates, cdk, redeploy },
    standIns: [...standIns, ...answer, 'the secret of the tables, made beside CloudFormation'],
    preflight: { before, again: () => commands.preflight(stageFile) },
  }
}
