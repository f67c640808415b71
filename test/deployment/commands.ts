// The commands that an operator types to deploy a stage, each as a process of its own, against an account on this machine.

import { join } from 'node:path'
import { type Aws, type Ended, runToEnd } from './aws-on-this-machine.ts'
import { fitAssembly } from './moto-gaps.ts'

export interface Commands {
  /** Synthesises the stage of a file into a folder. Throws with what was said; returns what was done to the templates, in words. */
  synthesise(stageFile: string, assembly: string): Promise<readonly string[]>
  cdk(...words: string[]): Promise<Ended>
  preflight(stageFile: string): Promise<Ended>
}

const root = join(import.meta.dirname, '..', '..')
/** What moto's CloudFormation does not know. */
const without = ['-c', 'frontDoor=false']

export const mustSucceed = ({ code, said }: Ended): void => {
  if (code !== 0) throw new Error(said)
}

/** `folder` is what the CDK takes for the home of its user. */
export const commandsIn = (aws: Aws, folder: string, signal: AbortSignal): Commands => {
  const environment = {
    ...aws.variables,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    HOME: folder,
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  }
  const run = (program: string, ...words: string[]): Promise<Ended> =>
    runToEnd(process.execPath, [join(root, program), ...words], environment, signal)
  const cdk = (...words: string[]): Promise<Ended> => run('node_modules/aws-cdk/bin/cdk', ...words, '--no-notices')
  return {
    cdk,
    async synthesise(stageFile, assembly) {
      mustSucceed(await cdk('synth', '--quiet', '--output', assembly, '-c', `stage=${stageFile}`, ...without))
      return fitAssembly(assembly)
    },
    preflight: (stageFile) => run('bin/preflight.ts', '--json', '-c', `stage=${stageFile}`, ...without),
  }
}
