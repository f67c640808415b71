// The OpenAPI description of what is the service's own: `/v1/compress`, its refusals, and the dashboard's API. Made of the
// code's own lists: dialects, refusals, compressors, routes of the dashboard. The proxied bodies are the providers'.

import * as z from 'zod'
import { publicCompressors } from '../core/compressor/contract.ts'
import { servedPaths } from '../core/dialects/paths.ts'
import { dialects } from '../core/dialects/registry.ts'
import { compressPath } from '../core/exchange/served-paths.ts'
import { serviceKeyHeader } from '../core/http/service-headers.ts'
import { dashboardPaths } from './openapi-dashboard.ts'
import { refusalResponses, refusalSchemas, refusedWith } from './openapi-refusals.ts'
import { jsonSchema } from './openapi-schema.ts'

const textBlock = z.looseObject({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() })
const otherBlock = z.looseObject({ type: z.string() })

/** A message in chat shape, as agents keep them. */
export const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.null(), z.array(z.union([textBlock, otherBlock]))]),
})

export const compressRequest = z.looseObject({
  model: z.enum(publicCompressors),
  messages: z.array(message).min(1),
  compression_rate: z.number().min(0).max(1).optional(),
})

/** As many messages, in the same order. */
export const compressResponse = z.object({ model: z.enum(publicCompressors), messages: z.array(message) })

const schemas = { CompressRequest: compressRequest, CompressResponse: compressResponse, ...refusalSchemas }
const json = (name: 'CompressRequest' | 'CompressResponse') => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const refusals = refusedWith([400, 401, 403, 405, 413, 429, 500, 503])

const compress = {
  post: {
    operationId: 'compress',
    summary: 'Compresses a transcript, without calling a provider.',
    requestBody: { required: true, ...json('CompressRequest') },
    responses: { 200: { description: 'The same messages, shorter.', ...json('CompressResponse') }, ...refusals },
  },
}

/** Bodies are the provider's own, in both directions. */
const proxied = (id: string) => ({
  post: {
    operationId: id,
    summary: `Compacted and forwarded: the provider's own ${id} API.`,
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { default: { description: 'The answer of the provider, as it came.' }, ...refusals },
  },
})

const proxiedPaths = Object.values(dialects).flatMap((dialect) =>
  servedPaths(dialect).map((path) => [path, proxied(`${dialect.id}: ${path}`)] as const),
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
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)])),
  },
})
