// The service's own refusals, made of its table: for each status what `error.type` can be.

import * as z from 'zod'
import {
  type RefusalStatus,
  type RefusalType,
  refusalStatuses,
  refusalTypes,
  refusalTypesOf,
} from '../../core/http/refusal.ts'

const refusal = (types: readonly RefusalType[]) =>
  z.strictObject({
    error: z.strictObject({
      type: z.enum(types),
      message: z.string(),
      available_models: z.array(z.string()).optional(),
      dashboard_url: z.url().optional(),
      limit_bytes: z.number().optional(),
      paths: z.array(z.string()).optional(),
    }),
  })

/** Any of them. */
export const refusalResponse = refusal(refusalTypes)

/** Of one status. */
export const refusalOf = (status: RefusalStatus) => refusal(refusalTypesOf(status))

const nameOf = (status: number): string => `Refusal${status}`

export const refusalSchemas = Object.fromEntries(refusalStatuses.map((status) => [nameOf(status), refusalOf(status)]))

const hasRetryAfter = (status: RefusalStatus): boolean => status === 429 || status === 503

/** The answers, by name. */
export const refusalResponses = Object.fromEntries(
  refusalStatuses.map((status) => [
    nameOf(status),
    {
      description: `A refusal of the service: ${refusalTypesOf(status).join(' or ')}.`,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${nameOf(status)}` } } },
      ...(hasRetryAfter(status) ? { headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } } } : {}),
    },
  ]),
)

/** The answers of an operation that may be refused with these. */
export const refusedWith = (statuses: readonly RefusalStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]))
