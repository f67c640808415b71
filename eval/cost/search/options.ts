// The words of the search's command line, and nothing else.

import { parseArgs } from 'node:util'
import { namesIn, numberIn } from '../../../bin/option-values.ts'
import { orUsageFault } from '../../../bin/usage-fault.ts'
import { optionsText } from '../../../bin/usage-text.ts'
import { defined } from '../../../core/collections/defined.ts'
import { withNegatives } from '../../../core/text/negative-values.ts'
import type { SearchOptions } from './search.ts'
import { type Lifetime, lifetimes, modelNames } from './shapes/models.ts'
import { namedShapes, usualShapeNames } from './shapes/named-shapes.ts'
import { shapeNames } from './shapes/shapes.ts'

const lifetimeNames = Object.keys(lifetimes) as readonly Lifetime[]

export const searchUsage = `npm run eval:bill -- --search N [options]

Plays N made-up sessions. Ends with 1 if one costs more than 1 % above direct.

${optionsText({
  '--seed S': 'number of the first session (1)',
  '--shape NAMES': `${shapeNames.join(', ')} (all but ${namedShapes.join(', ')})`,
  '--models NAMES': `${modelNames.join(', ')}`,
  '--lifetime L': `how long caches hold: ${lifetimeNames.join(', ')}`,
  '--out DIR': 'writes search.json there',
})}`

/** Throws `UsageFault`. */
export const readSearchOptions = (words: readonly string[]): SearchOptions & { readonly out?: string } => {
  const { values } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      options: {
        search: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
        shape: { type: 'string' },
        models: { type: 'string' },
        lifetime: { type: 'string' },
        out: { type: 'string' },
      },
    }),
  )
  return {
    sessions: Math.trunc(numberIn('search', values.search, 1, 10_000_000)),
    seed: Math.trunc(numberIn('seed', values.seed, 0, Number.MAX_SAFE_INTEGER)),
    shapes: namesIn(values.shape, shapeNames, usualShapeNames),
    models: namesIn(values.models, modelNames, modelNames),
    ...(values.lifetime === undefined ? {} : { lifetimes: namesIn(values.lifetime, lifetimeNames, []) }),
    ...defined({ out: values.out }),
  }
}
