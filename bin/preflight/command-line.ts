// The words after `npm run -s preflight --`: the CDK's own `-c name=value`, and `--json`.

import { parseArgs } from 'node:util'
import { repeated } from '../../core/collections/repeated.ts'
import { optionsText } from '../usage-text.ts'

export const usage = `npm run -s preflight -- [options]

Judges whether a stage can be deployed into the account and region of the AWS
SDK’s own configuration, and says what is missing. Makes nothing. Ends with 1
when the deployment would fail, with 2 when it was not understood.

${optionsText({
  '-c stage=NAME': 'config/NAME.json in place of config/default.json',
  '-c frontDoor=false': 'without CloudFront',
  '-c functionUrls=false': 'without public addresses of functions',
  '--json': 'one JSON document',
})}`

export interface Asking {
  readonly context: Readonly<Record<string, string>>
  readonly json: boolean
}

/** Undefined when help was asked for. Throws with what is not understood. */
export const readWords = (words: readonly string[]): Asking | undefined => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const pairs = values.context.map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw new Error(`-c takes name=value, not ${JSON.stringify(pair)}.`)
    return [pair.slice(0, at), pair.slice(at + 1)] as const
  })
  const twice = repeated(pairs.map(([name]) => name))
  if (twice !== undefined) throw new Error(`-c ${twice} is given twice.`)
  return { context: Object.fromEntries(pairs), json: values.json }
}
