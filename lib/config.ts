// The configuration of one stage, from the context of the app (`cdk.json`, `-c name=value`), judged once before anything is built.
// Knows no construct.

import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as z from 'zod'
import { defaultTablePrefix } from '../adapters/dynamo/tables.ts'
import { environment } from '../lambdas/env.ts'

const isNumeral = (value: unknown): value is string => typeof value === 'string' && /^\d+$/.test(value)

/** A whole number; `-c` makes text of it. */
const whole = (minimum: number, maximum: number) => {
  const fault = `must be a whole number from ${minimum} to ${maximum}`
  return z.preprocess(
    (value) => (isNumeral(value) ? Number(value) : value),
    z.int(fault).min(minimum, fault).max(maximum, fault),
  )
}

const yesOrNo = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

const https = (url: string): boolean => url.startsWith('https://')
const httpsOnly = 'must be an https URL'

const retentions = Object.values(RetentionDays).filter((days) => typeof days === 'number')

const stage = z
  .strictObject({
    /** Stands before the name of every stack, table and endpoint: one per stage of an account and region. */
    prefix: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,38}-$/, 'must be small letters, digits and dashes, at most 40, with a dash at its end')
      .default(defaultTablePrefix),
    /** CloudFront with one base URL before the functions; without it, every function has its own URL. */
    edge: yesOrNo.default(true),
    /** How long CloudFront waits for the first byte and between two: 120 by AWS's default quota, more by request. */
    edgeResponseTimeoutSeconds: whole(1, 900).default(120),

    compressor: z.enum(['real-time', 'serverless']).default('real-time'),
    compressorInstanceType: z
      .string()
      .regex(/^ml\.[a-z][a-z0-9-]*\.[a-z0-9]+$/, 'must be an instance type such as ml.c6i.large')
      .refine((type) => !/^ml\.[a-z]+\d+g/.test(type), 'must be an x86 type: the image is built for linux/amd64')
      .default('ml.c6i.large'),
    compressorMinimumInstances: whole(1, 100).default(1),
    compressorMaximumInstances: whole(1, 100).default(4),
    /** Scaling aims at so many requests at once on each instance. */
    compressorRequestsPerInstance: whole(1, 100).default(2),
    /** Of a serverless endpoint. */
    compressorMemoryMb: whole(1024, 6144)
      .refine((megabytes) => megabytes % 1024 === 0, 'must be a multiple of 1024')
      .default(3072),
    /** Of a serverless endpoint. */
    compressorMaximumConcurrency: whole(1, 200).default(10),

    functionMemoryMb: whole(128, 10_240).default(512),
    functionTimeoutSeconds: whole(30, 900).default(900),
    logRetentionDays: whole(1, 3653)
      .refine(
        (days) => retentions.includes(days),
        `must be one of ${retentions.filter((days) => days < 9999).join(', ')}`,
      )
      .default(30),
    upstreamA: environment.shape.UPSTREAM_A.refine(https, httpsOnly),
    upstreamB: environment.shape.UPSTREAM_B.refine(https, httpsOnly),
    lookupCacheSeconds: environment.shape.LOOKUP_CACHE_SECONDS,
    arrivalDeadlineMilliseconds: environment.shape.ARRIVAL_DEADLINE_MS,

    /** What becomes of tables and logs when their stack is deleted. `destroy` also takes the deletion protection away. */
    removal: z.enum(['retain', 'destroy']).default('retain'),
    /** SNS topic that alarms notify. Without one, they show on the dashboard only. */
    alarmTopicArn: z
      .string()
      .regex(/^arn:[a-z-]+:sns:/, 'must be the ARN of an SNS topic')
      .optional(),
  })
  .refine((values) => values.compressorMinimumInstances <= values.compressorMaximumInstances, {
    path: ['compressorMinimumInstances'],
    message: 'must not be above compressorMaximumInstances',
  })

export type Stage = z.output<typeof stage>

/** One word each. Names with colons and dashes are the CDK's: feature flags, look-ups, its own switches. */
const ours = ([name]: readonly [string, unknown]): boolean => /^\w+$/.test(name)

/** Throws with the name of every bad value, also of those that nobody knows. */
export const readStage = (context: Readonly<Record<string, unknown>>): Stage => {
  const parsed = stage.safeParse(Object.fromEntries(Object.entries(context).filter(ours)))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'context'}: ${issue.message}`)
  throw new Error(`The configuration is not valid.\n${faults.join('\n')}`)
}
