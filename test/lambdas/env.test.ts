// The environment as a start script or a Compose file may leave it.

import { expect, it } from 'vitest'
import { parseEnvironment } from '../../lambdas/env.ts'

const variables = [
  'COMPRESSOR_ENDPOINTS',
  'COMPRESSOR_MODULE',
  'DASHBOARD_URL',
  'DEPLOYMENT_SECRET_NAME',
  'LOOKUP_CACHE_SECONDS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'SERVICE_NAME',
  'TABLE_PREFIX',
  'UPSTREAM_ANTHROPIC',
  'UPSTREAM_OPENAI',
]

it.each(['', ' '])('a variable that is blank is as good as absent: %j', (blank) => {
  expect(parseEnvironment(Object.fromEntries(variables.map((name) => [name, blank])))).toEqual(parseEnvironment({}))
})
