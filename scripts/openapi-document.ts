// The OpenAPI description of what is the service's own: `/v1/compress`, its refusals, and the dashboard's API. Made of the
// code's own lists: dialects, refusals, compressors, routes of the dashboard. The proxied bodies are the providers'.

import * as z from 'zod'
import { publicCompressors } from '../core/compressor/contract.ts'
import { servedPaths } from '../core/dialects/paths.ts'
import { dialects } from '../core/dialects/registry.ts'
import { compressPath } from '../core/exchange/served-paths.ts'
import { refusalTypes } from '../core/http/refusal.ts'
import { serviceKeyHeader } from '../core/http/service-headers.ts'
import { routes } from '../dashboard/routes.ts'

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

export const refusalResponse = z.object({
  error: z.looseObject({ type: z.enum(refusalTypes), message: z.string() }),
})

const schemas = { CompressRequest: compressRequest, CompressResponse: compressResponse, Refusal: refusalResponse }
const reference = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` })
const json = (name: keyof typeof schemas) => ({ content: { 'application/json': { schema: reference(name) } } })

const refused = (description: string) => ({ description, ...json('Refusal') })

/** Every way in which the service itself says no, by its name in the document. */
const responses = {
  Invalid: refused('The request is not valid.'),
  Unauthenticated: refused('The service key is missing or not valid.'),
  Forbidden: refused('The account is not entitled.'),
  TooLarge: refused('The request is too large.'),
  Limited: {
    ...refused('A limit is reached.'),
    headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } },
  },
  Unavailable: refused('Keys cannot be checked, or no compressor answers.'),
  DashboardRefusal: refused('Not signed in, not permitted, not found, or not valid.'),
}
const response = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` })

const refusals = {
  400: response('Invalid'),
  401: response('Unauthenticated'),
  403: response('Forbidden'),
  413: response('TooLarge'),
  429: response('Limited'),
  503: response('Unavailable'),
}

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

const braced = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

const dashboardOperation = ({ name, path, method, access }: (typeof routes)[number]) => {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter ?? '')
  return {
    operationId: `dashboard-${name}`,
    summary: access.to === 'member' ? `For members who may ${access.may}.` : `For ${access.to}.`,
    security: access.to === 'anyone' ? [] : [{ session: [] }],
    parameters: parameters.map((one) => ({ name: one, in: 'path', required: true, schema: { type: 'string' } })),
    ...(method === 'GET' ? {} : { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } }),
    responses: {
      default: { description: 'What docs/dashboard.md shows; CSV where the path ends so.' },
      '4XX': response('DashboardRefusal'),
    },
  }
}

const dashboardPaths = (): Record<string, Record<string, unknown>> => {
  const paths: Record<string, Record<string, unknown>> = {}
  const servers = [{ url: 'http://localhost:8788', description: 'The dashboard has an origin of its own.' }]
  for (const route of routes) {
    const path = braced(route.path)
    paths[path] = { servers, ...paths[path], [route.method.toLowerCase()]: dashboardOperation(route) }
  }
  return paths
}

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
      session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'The session of a person who signed in.' },
    },
    responses,
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => {
        const { $schema: _, ...described } = z.toJSONSchema(schema)
        return [name, described]
      }),
    ),
  },
})
