// The OpenAPI description of what is the service's own: `/v1/compress`, its refusals, and the dashboard's API. Made of the
// code's own lists: dialects, refusals, compressors, routes of the dashboard. The proxied bodies are the providers'.

import { servedPaths } from '../../core/dialects/paths.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { compressPath } from '../../core/exchange/request/served-paths.ts'
import { serviceKeyHeader } from '../../core/http/service-headers.ts'
import { compressBody, compressSchemas } from './compress.ts'
import { dashboardPaths } from './dashboard.ts'
import { refusalResponses, refusalSchemas, refusedWith } from './refusals.ts'
import { jsonSchema } from './schema.ts'

const refusals = refusedWith([400, 401, 403, 405, 413, 429, 500, 503])

const compress = {
  post: {
    operationId: 'compress',
    summary: 'Compresses a transcript, without calling a provider.',
    requestBody: { required: true, ...compressBody('CompressRequest') },
    responses: {
      200: { description: 'The same messages, shorter.', ...compressBody('CompressResponse') },
      ...refusals,
    },
  },
}

/** Bodies are the provider's own, in both directions. */
const proxied = (dialect: string, path: string) => ({
  post: {
    operationId: `${dialect}${path.replaceAll('/', '-')}`,
    summary: `Compacted and forwarded: the provider's own ${dialect} API.`,
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { default: { description: 'The answer of the provider, as it came.' }, ...refusals },
  },
})

const proxiedPaths = Object.values(dialects).flatMap((dialect) =>
  servedPaths(dialect).map((path) => [path, proxied(dialect.id, path)] as const),
)

/** The whole document. */
export const openApiDocument = (version: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Context-compaction proxy',
    version,
    description:
      'Every other path under a prefix of a provider is forwarded unchanged. docs/api.md explains all of it.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: 'http://127.0.0.1:8787' }],
  security: [{ serviceKey: [] }],
  paths: { [compressPath]: compress, ...Object.fromEntries(proxiedPaths), ...dashboardPaths() },
  components: {
    securitySchemes: {
      serviceKey: { type: 'apiKey', in: 'header', name: serviceKeyHeader },
      token: { type: 'http', scheme: 'bearer', description: 'The token of a command line (`pt_…`).' },
      session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'The session of a person who signed in.' },
    },
    responses: refusalResponses,
    schemas: {
      ...compressSchemas,
      ...Object.fromEntries(Object.entries(refusalSchemas).map(([name, schema]) => [name, jsonSchema(schema)])),
    },
  },
})
