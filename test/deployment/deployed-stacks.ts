// Synthesises, bootstraps and deploys the stacks of one stage with the CDK's own command line into an account on this
// machine, except front door and function URLs, which the context leaves out.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finally } from '../../testkit/after-suite.ts'
import { type Aws, type Ended, openAws, runToEnd } from './aws-on-this-machine.ts'
import { answerCustomResources } from './custom-resources.ts'
import { fitAssembly, type Template, templatesOf } from './moto-gaps.ts'

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
}

const root = join(import.meta.dirname, '..', '..')
const prefix = 'deployment-test-'
/** moto knows only older instance types. This is the newest of the default's kind. */
const stage = {
  prefix,
  removal: 'destroy',
  compressor: { kind: 'real-time', instanceType: 'ml.c5.large' },
  alarms: { addresses: ['operations@example.com'] },
}

/** What moto's CloudFormation does not know. */
const without = ['-c', 'frontDoor=false', '-c', 'functionUrls=false']

const mustSucceed = ({ code, said }: Ended): void => {
  if (code !== 0) throw new Error(said)
}

/** `python` has the packages of requirements.txt. */
export const deployStacks = async (python: string, finallyDo: Finally): Promise<DeployedStacks> => {
  const folder = mkdtempSync(join(tmpdir(), 'deployment-'))
  finallyDo(() => rmSync(folder, { recursive: true, force: true }))
  const aws = await openAws(python, finallyDo)
  const over = new AbortController()
  finallyDo(() => over.abort())
  const assembly = join(folder, 'cdk.out')
  const stageFile = join(folder, 'stage.json')
  writeFileSync(stageFile, JSON.stringify(stage))

  const program = join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk')
  const environment = {
    ...aws.variables,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    HOME: folder,
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  }
  const run = (...words: string[]): Promise<Ended> =>
    runToEnd(process.execPath, [program, ...words, '--no-notices'], environment, over.signal)
  const cdk = (...words: string[]): Promise<Ended> => run(...words, '--app', assembly)

  mustSucceed(await run(...['synth', '--quiet', '--output', assembly], ...['-c', `stage=${stageFile}`, ...without]))
  const preflight = (): Promise<Ended> =>
    runToEnd(
      process.execPath,
      [join(root, 'bin', 'preflight.ts'), '--json', '-c', `stage=${stageFile}`, ...without],
      environment,
      over.signal,
    )
  const before = await preflight()
  const standIns = fitAssembly(assembly)
  const templates = templatesOf(assembly)
  mustSucceed(await cdk('bootstrap', `aws://${aws.account}/${aws.region}`))

  const deployed = cdk('deploy', '--all', '--method', 'direct', '--require-approval', 'never')
  const answered = answerCustomResources({ aws, python, templates, folder }, deployed)
  const [ended, answer] = await Promise.all([deployed, answered])
  mustSucceed(ended)
  return {
    ...{ aws, prefix, python, folder, assembly, templates, cdk },
    standIns: [...standIns, ...answer],
    preflight: { before, again: preflight },
  }
}
