// The words of the command line for recorded requests, and nothing else.

import { parseArgs } from 'node:util'
import { namesIn, numberIn } from '../../../bin/option-values.ts'
import { orUsageFault, UsageFault } from '../../../bin/usage-fault.ts'
import { optionsText } from '../../../bin/usage-text.ts'
import { withNegatives } from '../../../core/text/negative-values.ts'
import { type ModelName, modelNames } from '../search/shapes/models.ts'
import { type RecordedPauses, recordedPauses } from './recorded-session.ts'

export interface RecordedOptions {
  readonly files: readonly string[]
  /** Absent: the usual ones of each recording's dialect. */
  readonly models?: readonly ModelName[]
  readonly pauses: readonly RecordedPauses[]
  readonly seeds: readonly number[]
}

export const recordedUsage = `npm run eval:bill -- --requests FILES [options]

Plays the requests that an agent has really sent, with the service and without
it. Several files have commas between them. A line of a file is one request:
{"at": milliseconds, "path": "/v1/messages", "body": …}.
Ends with 1 if a session costs more than 1 % above direct. "ways": how often it
was played, by each kind of pauses and each rule of the cache.

${optionsText({
  '--models NAMES': `who is asked in place of the model of the recording: ${modelNames.join(', ')} (three of its provider)`,
  '--pauses KINDS': `${recordedPauses.join(', ')} (all of them): as they were, or made up`,
  '--seeds N': 'so many orders of made-up pauses (1)',
})}`

/** Throws `UsageFault`. */
export const readRecordedOptions = (words: readonly string[]): RecordedOptions => {
  const { values } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      options: {
        requests: { type: 'string', default: '' },
        models: { type: 'string' },
        pauses: { type: 'string' },
        seeds: { type: 'string', default: '1' },
      },
    }),
  )
  const files = values.requests.split(',').filter((file) => file !== '')
  if (files.length === 0) throw new UsageFault('--requests takes files, with commas between them.')
  const seeds = Math.trunc(numberIn('seeds', values.seeds, 1, 1_000))
  return {
    files,
    ...(values.models === undefined ? {} : { models: namesIn(values.models, modelNames, []) }),
    pauses: namesIn(values.pauses, recordedPauses, recordedPauses),
    seeds: Array.from({ length: seeds }, (_, index) => index + 1),
  }
}
