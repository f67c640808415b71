// Quotas: what AWS lets this account have, beside what the stage asks for. New accounts often have none of the instances and
// builds that the compressor needs, and few environments for functions.

import type { QuotaService } from '../../adapters/aws-account/quotas.ts'
import { routes } from '../../lambdas/routes.ts'
import type { Stage } from '../../lib/stage/config.ts'
import { unreservedConcurrency } from '../../lib/stage/functions-fields.ts'
import { hasEndpoint } from '../../lib/stage/names.ts'
import type { AccountFacts } from './account-facts.ts'
import { type Finding, limited, missing, ready, unknown } from './finding.ts'

/** Of a usual account. An exchange keeps an environment busy for as long as the model answers. */
const usualConcurrency = 1_000

interface Demand {
  readonly what: string
  readonly service: QuotaService
  /** As Service Quotas shows it. */
  readonly quota: string
  /** With less than `least` the deployment fails; with less than `enough` something is short later. */
  readonly least: number
  readonly enough: number
  /** Why more than the least. */
  readonly because: string
  /** What else can be done than to ask. */
  readonly or: string
}

const askFor = ({ quota, service, enough, because, or }: Demand): string =>
  `Ask for ${enough} of "${quota}" (Service Quotas, ${service})${because}${or}.`

const judged = (demand: Demand, { quotas }: AccountFacts): Finding => {
  const { what, service, quota, least, enough } = demand
  const answer = quotas.get(service) ?? { unknown: 'not asked' }
  if ('unknown' in answer) return unknown(what, answer.unknown)
  const value = answer.value.get(quota)
  if (value === undefined) return unknown(what, `it has no quota of the name "${quota}"`)
  const seen = `${value} of "${quota}"`
  if (value < least) return missing(what, seen, askFor(demand))
  return value < enough ? limited(what, seen, askFor(demand)) : ready(what, seen)
}

const compressorDemands = (stage: Stage): readonly Demand[] => {
  if (!hasEndpoint(stage)) return []
  const { compressor } = stage
  const or = ', or take a compressor of another kind until you have it'
  const endpoint: Demand =
    compressor.kind === 'real-time'
      ? {
          what: 'compressor instances',
          service: 'sagemaker',
          quota: `${compressor.instanceType} for endpoint usage`,
          least: compressor.minimumInstances,
          enough: 2 * compressor.maximumInstances,
          because: ': a new version starts beside the old one',
          or,
        }
      : {
          what: 'compressor concurrency',
          service: 'sagemaker',
          quota: 'Maximum total concurrency that can be allocated across all serverless endpoints',
          least: compressor.maximumConcurrency,
          enough: compressor.maximumConcurrency,
          because: '',
          or: `${or}, or lower compressor.maximumConcurrency`,
        }
  if (compressor.imageTag !== undefined) return [endpoint]
  const build: Demand = {
    what: 'build of the image',
    service: 'codebuild',
    quota: 'Concurrently running builds for Linux/Small environment',
    least: 1,
    enough: 1,
    because: ': AWS gives new accounts none until their first bill, or until Support is asked',
    or,
  }
  return [endpoint, build]
}

const containerDemands = ({ compute, fargate }: Stage): readonly Demand[] =>
  compute === 'lambda'
    ? []
    : [
        {
          what: 'processors of the containers',
          service: 'fargate',
          quota: 'Fargate On-Demand vCPU resource count',
          least: (fargate.minimumContainers * fargate.cpu) / 1_024,
          enough: (fargate.maximumContainers * fargate.cpu) / 1_024,
          because: '',
          or: ', or lower fargate.maximumContainers',
        },
        {
          what: 'build of the container',
          service: 'codebuild',
          quota: 'Concurrently running builds for ARM/Small environment',
          least: 1,
          enough: 1,
          because: ': AWS gives new accounts none until their first bill, or until Support is asked',
          or: ', or keep "compute": "lambda" until you have it',
        },
      ]

const frontDoorDemands = ({ frontDoor }: Stage): readonly Demand[] =>
  frontDoor.enabled
    ? [
        {
          what: 'silence before the first byte',
          service: 'cloudfront',
          quota: 'Response timeout per origin',
          least: frontDoor.responseTimeoutSeconds,
          enough: frontDoor.responseTimeoutSeconds,
          because: ' seconds',
          or: ', or lower frontDoor.responseTimeoutSeconds',
        },
      ]
    : []

const concurrency = ({ functions }: Stage, { concurrency: answer }: AccountFacts): Finding => {
  const what = 'functions at once'
  if ('unknown' in answer) return unknown(what, answer.unknown)
  const available = answer.value
  const seen = `${available} in the account and region`
  const reserved = (functions.reservedConcurrency ?? 0) * routes.length
  if (reserved > 0 && reserved > available - unreservedConcurrency)
    return missing(
      what,
      `${seen}, ${reserved} to be reserved`,
      `Leave functions.reservedConcurrency out: Lambda keeps ${unreservedConcurrency} unreserved.`,
    )
  if (available !== functions.accountConcurrency && available >= usualConcurrency)
    return limited(
      what,
      seen,
      `Set functions.accountConcurrency to ${available}: its alarm rings at four fifths of what is not reserved of it.`,
    )
  if (available >= usualConcurrency) return ready(what, seen)
  return limited(
    what,
    seen,
    `Ask for ${usualConcurrency} of "Concurrent executions" (Service Quotas, lambda): each open answer keeps one busy. Until you have them, set functions.accountConcurrency to ${available}.`,
  )
}

export const judgeQuotas = (stage: Stage, facts: AccountFacts): readonly Finding[] => [
  concurrency(stage, facts),
  ...[...compressorDemands(stage), ...containerDemands(stage), ...frontDoorDemands(stage)].map((demand) =>
    judged(demand, facts),
  ),
]
