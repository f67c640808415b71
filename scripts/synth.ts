// `npm run synth`: the templates of a stage, checked, and one line that says so. The CDK's own last lines ask for a stack,
// which reads like a fault. The CDK also passes over an option that it does not know, and makes other templates than were asked for.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { askedOrExit, orUsageFault } from '../bin/usage-fault.ts'
import { optionsText } from '../bin/usage-text.ts'
import { counted } from '../core/text/counted.ts'
import { synthesisedTemplates } from './synthesised-templates.ts'

const usage = `npm run synth -- [options]

Makes the templates of a stage in cdk.out, offline, and checks them.

${optionsText({
  '-c stage=NAME': 'config/NAME.json in place of config/default.json',
  '-c frontDoor=false': 'without CloudFront',
  '-c functionUrls=false': 'without public addresses of functions',
})}

Everything else that the CDK can do: npx cdk synth --help`

const context = askedOrExit(usage, (given) => {
  const { values } = orUsageFault(() =>
    parseArgs({
      args: [...given],
      options: {
        context: { type: 'string', short: 'c', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  )
  return values.help ? undefined : values.context
})

const root = join(import.meta.dirname, '..')
const words = ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', ...context.flatMap((pair) => ['-c', pair])]
const cdk = spawn(process.execPath, words, { cwd: root, stdio: ['inherit', 'pipe', 'pipe'] })
const ended = new Promise<number>((resolve) => cdk.once('close', (code) => resolve(code ?? 1)))
const [out, err, code] = await Promise.all([text(cdk.stdout), text(cdk.stderr), ended])
const isIdle = (line: string): boolean => /^(Successfully synthesized to|Supply a stack id)/.test(line)
const said = `${out}${err}`.split('\n').filter((line) => line.trim() !== '' && !isIdle(line))
if (said.length > 0) process.stderr.write(`${said.join('\n')}\n`)
if (code === 0) {
  const templates = synthesisedTemplates(join(root, 'cdk.out'))
  process.stdout.write(
    `${counted(templates.length, 'template is', 'templates are')} in cdk.out. CloudFormation's schemas and cdk-nag found nothing that is not acknowledged.\n`,
  )
}
process.exitCode = code
