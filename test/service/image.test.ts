// What the image of the service sets.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { youngGeneration } from '../../local/functions/functions-environment.ts'

it('gives its process the young generation that the local service gives its own', () => {
  const dockerfile = readFileSync(join(import.meta.dirname, '..', '..', 'service', 'Dockerfile'), 'utf8')
  const [, options = ''] = /NODE_OPTIONS="([^"]*)"/.exec(dockerfile) ?? []
  expect(options.split(' ')).toContain(youngGeneration)
})
