// The fields of the functions, the same for every route.

import * as z from 'zod'
import { routes } from '../../lambdas/routes.ts'
import { numbers } from '../../lambdas/settings/env.ts'
import { onOrOff, whole } from './fields.ts'

/** A number that functions get as an environment variable. Its bounds and default stand in lambdas/settings/env.ts. */
const variable = (name: keyof typeof numbers) => {
  const { least, most, usual } = numbers[name]
  return whole(least, most).default(usual)
}

/** What Lambda keeps free for functions that reserve nothing. */
export const unreservedConcurrency = 100

const fields = z.strictObject({
  memoryMb: whole(128, 10_240)
    .default(512)
    .describe('Memory of each route’s function. Its share of a CPU grows with it'),
  timeoutSeconds: whole(30, 900)
    .default(900)
    .describe('The longest exchange. The service ends it in order five seconds earlier'),
  rollout: z
    .enum(['gradual', 'at-once'], 'must be "gradual" or "at-once"')
    .default('gradual')
    .describe(
      'How a new version takes over: one request in ten for five minutes, and back by itself if it fails or is slow; or all requests at once',
    ),
  reservedConcurrency: whole(1, 100_000)
    .optional()
    .describe(
      'Environments that are reserved for each route’s function, and the most that it may have. Absent: the function shares those of the account. A new account may have too few to reserve any',
    ),
  accountConcurrency: whole(10, 1_000_000)
    .default(1_000)
    .describe('The account’s concurrency in the region. An alarm rings at four fifths of what is not reserved'),
  tracing: onOrOff()
    .default(true)
    .describe('X-Ray traces of the exchanges that Lambda samples: steps and times, never content'),
  lookupCacheSeconds: variable('LOOKUP_CACHE_SECONDS').describe(
    'How long a key and its account are served from memory. A revoked key works that long',
  ),
  arrivalDeadlineMilliseconds: variable('ARRIVAL_DEADLINE_MS').describe(
    'How long a request in mode `arrival` waits for the compressor',
  ),
  chainReadDeadlineMilliseconds: variable('CHAIN_READ_DEADLINE_MS').describe(
    'How long a request waits for the record of its conversation. Without it, the text goes out as if new',
  ),
})

export const functions = fields.refine(
  ({ reservedConcurrency = 0, accountConcurrency }) =>
    reservedConcurrency === 0 || reservedConcurrency * routes.length <= accountConcurrency - unreservedConcurrency,
  {
    path: ['reservedConcurrency'],
    message: `must leave ${unreservedConcurrency} of accountConcurrency unreserved: each of ${routes.length} functions reserves as many`,
  },
)
