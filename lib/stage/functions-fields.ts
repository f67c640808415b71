// The fields of the functions, the same for every route.

import * as z from 'zod'
import { environment } from '../../lambdas/env.ts'
import { onOrOff, whole } from './fields.ts'

/** A number that functions get as an environment variable. Its bounds and default stand in lambdas/env.ts. */
const variable = (shape: z.ZodDefault<z.ZodCoercedNumber>) => {
  const { minValue, maxValue } = shape.unwrap()
  return whole(minValue ?? 0, maxValue ?? Number.MAX_SAFE_INTEGER).default(shape.parse(undefined))
}

export const functions = z.strictObject({
  memoryMb: whole(128, 10_240).default(512).describe('Of every route’s function; a share of a CPU goes with it'),
  timeoutSeconds: whole(30, 900)
    .default(900)
    .describe('The longest exchange; five seconds before, it is ended in order'),
  reservedConcurrency: whole(1, 100_000)
    .optional()
    .describe(
      'Environments that each route’s function may have, and that are kept for it; absent: it shares those of the account. A new account may have too few to reserve any',
    ),
  accountConcurrency: whole(10, 1_000_000)
    .default(1_000)
    .describe('Environments that the account may have at once in the region: at four fifths an alarm rings'),
  tracing: onOrOff()
    .default(true)
    .describe('X-Ray: steps and times of the exchanges that Lambda samples, never content'),
  lookupCacheSeconds: variable(environment.shape.LOOKUP_CACHE_SECONDS).describe(
    'How long a key and its account are served from memory: a revoked key lives on that long',
  ),
  arrivalDeadlineMilliseconds: variable(environment.shape.ARRIVAL_DEADLINE_MS).describe(
    'How long a request in mode `arrival` waits for the compressor',
  ),
  chainReadDeadlineMilliseconds: variable(environment.shape.CHAIN_READ_DEADLINE_MS).describe(
    'How long a request waits for what is known of its conversation; without it, the text goes as if new',
  ),
})
