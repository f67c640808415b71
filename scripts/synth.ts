// `npm run synth`: the templates of a stage, checked, and one line that says so. The CDK's own last lines ask for a stack,
// which reads like a fault. Words after it go to the CDK: `npm run synth -- -c stage=development`.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { synthesisedTemplates } from './synthesised-templates.ts'

const root = join(import.meta.dirname, '..')
const words = ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', ...process.argv.slice(2)]
const cdk = spawn(process.execPath, words, { cwd: root, stdio: ['inherit', 'pipe', 'pipe'] })
const ended = new Promise<number>((resolve) => cdk.once('close', (code) => resolve(code ?? 1)))
const [out, err, code] = await Promise.all([text(cdk.stdout), text(cdk.stderr), ended])
const isIdle = (line: string): boolean => /^(Successfully synthesized to|Supply a stack id)/.test(line)
const said = `${out}${err}`.split('\n').filter((line) => line.trim() !== '' && !isIdle(line))
if (said.length > 0) process.stderr.write(`${said.join('\n')}\n`)
if (code === 0) {
  const templates = synthesisedTemplates(join(root, 'cdk.out'))
  process.stdout.write(
    `${templates.length} templates are in cdk.out. CloudFormation's schemas and cdk-nag found nothing that is not acknowledged.\n`,
  )
}
process.exitCode = code
