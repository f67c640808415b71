// The dashboard's API as an OpenAPI document has it: routes from their table, bodies and queries from the schemas that the handlers
// read them with, answers from the schemas that the page's types are made of.

import * as z from 'zod'
import { answers } from '../../dashboard/answers.ts'
import { generating } from '../../dashboard/api/keys/keys.ts'
import { savingsQuery } from '../../dashboard/api/machines/cli.ts'
import { approving } from '../../dashboard/api/machines/device.ts'
import { auditQuery, changingRole, inviting } from '../../dashboard/api/people/members.ts'
import { exchangesCsvQuery, exchangesQuery, overviewQuery, sessionsQuery } from '../../dashboard/api/savings/savings.ts'
import { ledgerQuery, usageQuery } from '../../dashboard/api/savings/usage.ts'
import { changing } from '../../dashboard/api/settings.ts'
import { type RouteName, routes } from '../../dashboard/routes.ts'
import { refusedWith } from './refusals.ts'
import { jsonSchema } from './schema.ts'

type ByRoute<Value> = Readonly<Partial<Record<RouteName, Value>>>

const queries: ByRoute<z.ZodObject> = {
  'cli-savings': savingsQuery,
  overview: overviewQuery,
  sessions: sessionsQuery,
  'sessions-csv': sessionsQuery,
  exchanges: exchangesQuery,
  'exchanges-csv': exchangesCsvQuery,
  usage: usageQuery,
  'usage-csv': usageQuery,
  ledger: ledgerQuery,
  'ledger-csv': ledgerQuery,
  audit: auditQuery,
}

const bodies: ByRoute<z.ZodType> = {
  'approve-device': approving,
  'generate-key': generating,
  'change-settings': changing,
  invite: inviting,
  'change-role': changingRole,
}

/** Programs send forms (RFC 8628, RFC 7009). */
const forms: ByRoute<z.ZodType> = {
  'device-authorization': z.object({
    client_id: z.string(),
    scope: z.string().optional(),
    device: z.string().optional(),
  }),
  'oauth-token': z.object({ client_id: z.string(), grant_type: z.string(), device_code: z.string() }),
  'oauth-revoke': z.object({ token: z.string() }),
}

/** Routes that answer with something else than a JSON document. */
const files: ByRoute<string> = {
  'cli-package': 'application/gzip',
  'sessions-csv': 'text/csv',
  'exchanges-csv': 'text/csv',
  'usage-csv': 'text/csv',
  'ledger-csv': 'text/csv',
}

const answerSchemas: ByRoute<z.ZodType> = answers
const created: readonly RouteName[] = ['generate-key', 'invite']

/** The status and the answer of a call that is served. */
const answered = (name: RouteName): Readonly<Record<string, unknown>> => {
  const schema = answerSchemas[name]
  const file = files[name]
  if (schema !== undefined)
    return {
      [created.includes(name) ? 201 : 200]: {
        description: 'What was asked for.',
        content: { 'application/json': { schema: jsonSchema(schema) } },
      },
    }
  if (file !== undefined) return { 200: { description: 'A file.', content: { [file]: {} } } }
  return { 303: { description: 'Leads on.', headers: { Location: { schema: { type: 'string' } } } } }
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

const queryParameters = (query: z.ZodType) => {
  const { properties, required } = objectSchema.parse(jsonSchema(query, 'input'))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const requestBody = (name: RouteName): Readonly<Record<string, unknown>> => {
  const type = forms[name] === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const schema = forms[name] ?? bodies[name]
  return schema === undefined
    ? {}
    : { requestBody: { required: true, content: { [type]: { schema: jsonSchema(schema, 'input') } } } }
}

const securityOf = (to: (typeof routes)[number]['access']['to']) => {
  if (to === 'anyone' || to === 'program') return []
  return to === 'token' ? [{ token: [] }] : [{ session: [] }]
}

/** A program that signs in is refused as RFC 6749 says, everybody else as everywhere. */
const refusals = refusedWith([400, 401, 403, 404, 405, 429, 500, 503])
const oauthRefusal = {
  '4XX': {
    description: 'RFC 6749, 5.2.',
    content: {
      'application/json': {
        schema: jsonSchema(z.object({ error: z.string(), error_description: z.string() })),
      },
    },
  },
}

const operationOf = ({ name, path, access }: (typeof routes)[number]) => ({
  operationId: `dashboard-${name}`,
  summary: access.to === 'member' ? `For members who may ${access.may}.` : `For ${access.to}.`,
  security: securityOf(access.to),
  parameters: [
    ...[...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => ({
      name: parameter,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(queries[name] === undefined ? [] : queryParameters(queries[name])),
  ],
  ...requestBody(name),
  responses: { ...answered(name), ...(forms[name] === undefined ? refusals : oauthRefusal) },
})

export const dashboardPaths = (): Record<string, Record<string, unknown>> => {
  const paths: Record<string, Record<string, unknown>> = {}
  const servers = [{ url: 'http://localhost:8788', description: 'The dashboard has an origin of its own.' }]
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { servers, ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return paths
}
