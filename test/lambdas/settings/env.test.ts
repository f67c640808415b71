// The environment as a start script or a Compose file may leave it.

import { expect, it } from 'vitest'
import { parseEnvironment } from '../../../lambdas/settings/env.ts'

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

it.each([
  [{ TABLE_PREFIX: 'blue- ' }, 'TABLE_PREFIX: must be letters, digits, dashes, dots and underscores'],
  [{ ORIGIN_SECRETS: ' , ' }, 'ORIGIN_SECRETS: must name a secret between its commas'],
  [{ DEPLOYMENT_SECRETS: ',,' }, 'DEPLOYMENT_SECRETS: must name a secret between its commas'],
  [{ DEPLOYMENT_SECRETS: 'hush' }, 'DEPLOYMENT_SECRETS: must be secrets of at least 32 characters each'],
  [{ UPSTREAM_OPENAI: 'api.openai.com' }, 'UPSTREAM_OPENAI: must be a URL that begins with https:// or http://'],
  [{ UPSTREAM_OPENAI: 'http://10.0.0.1/v1' }, 'UPSTREAM_OPENAI: must use https'],
  [{ UPSTREAM_ANTHROPIC: 'https://10.0.0.1' }, 'UPSTREAM_ANTHROPIC: must not lead to a private'],
  [{ UPSTREAM_ANTHROPIC: 'https://me:hush@a.example' }, 'UPSTREAM_ANTHROPIC: must not carry credentials'],
  [{ COMPRESSOR_ENDPOINTS: '[]' }, 'COMPRESSOR_ENDPOINTS: must be a JSON object'],
  [{ COMPRESSOR_ENDPOINTS: '{"adeline-1":7}' }, 'COMPRESSOR_ENDPOINTS.adeline-1: must be a JSON object of texts'],
  [
    { COMPRESSOR_ENDPOINTS: '{"adeline-1":"e"}', COMPRESSOR_MODULE: './compressor.mjs' },
    'COMPRESSOR_ENDPOINTS: must be absent where COMPRESSOR_MODULE is set',
  ],
])('%j is refused by name, and no secret is said', (wrong, said) => {
  expect(() => parseEnvironment(wrong)).toThrow(`The environment is not valid.\n${said}`)
  expect(() => parseEnvironment(wrong)).not.toThrow(/hush/)
})

it.each(['Lamps_', 'lamps.hall.', `${'a'.repeat(45)}-`, 'lamps'])(
  'takes tables that no stack has made: %s',
  (prefix) => {
    expect(parseEnvironment({ TABLE_PREFIX: prefix }).TABLE_PREFIX).toBe(prefix)
  },
)

it('takes what a trusted origin allows', () => {
  const inner = { UPSTREAM_OPENAI: 'http://10.0.0.1/v1', TRUSTED_UPSTREAM_ORIGINS: 'http://10.0.0.1' }
  expect(parseEnvironment(inner).UPSTREAM_OPENAI).toBe(inner.UPSTREAM_OPENAI)
})
