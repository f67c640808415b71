// The configuration of one stage as data: every field, its bounds and its default. Knows no file, no context and no construct.

import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as z from 'zod'
import { defaultTablePrefix } from '../../adapters/dynamo/tables.ts'
import { judgeUpstreamUrl } from '../../core/upstream/override-url.ts'
import { environment } from '../../lambdas/env.ts'
import { byField } from '../../lambdas/upstream-settings.ts'

const whole = (minimum: number, maximum: number) => {
  const fault = `must be a whole number from ${minimum} to ${maximum}`
  return z.int(fault).min(minimum, fault).max(maximum, fault)
}

/** Refuses what a function would refuse when it starts: private hosts, plain http, credentials. No stack trusts a private origin. */
const publicUpstream = (url: string, context: z.RefinementCtx): void => {
  const judged = judgeUpstreamUrl(url, [])
  if (typeof judged === 'string') context.addIssue({ code: 'custom', message: judged })
}

const retentions = Object.values(RetentionDays).filter((days) => typeof days === 'number')
const finiteRetentions = retentions.filter((days) => days < 9999)

/** Accepts `true` (all defaults) or `false` (left out) instead of the settings. */
const orSwitch = <Settings extends z.ZodType>(settings: Settings) =>
  z.preprocess((value) => (typeof value === 'boolean' ? { enabled: value } : value), settings)

/** A number that functions get as an environment variable. Its bounds and default stand in lambdas/env.ts. */
const variable = (shape: z.ZodDefault<z.ZodCoercedNumber>) => {
  const { minValue, maxValue } = shape.unwrap()
  return whole(minValue ?? 0, maxValue ?? Number.MAX_SAFE_INTEGER).default(shape.parse(undefined))
}

const certificateFault = 'must be the ARN of an ACM certificate in us-east-1'
const domain = z.strictObject({
  names: z
    .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name in lower case'))
    .min(1, 'must have at least one host name')
    .describe('Host names that the distribution answers to. The first one is in the base URL'),
  certificateArn: z
    .string(certificateFault)
    .regex(/^arn:[a-z-]+:acm:us-east-1:\d{12}:certificate\//, certificateFault)
    .describe('ACM certificate for all of them. CloudFront accepts only certificates in `us-east-1`'),
})

const firewallFault = 'must be false, "managed", or the ARN of a web ACL of scope CLOUDFRONT (us-east-1)'
const firewall = z.union(
  [
    z.literal(false),
    z.literal('managed'),
    z.string().regex(/^arn:[a-z-]+:wafv2:us-east-1:\d{12}:global\/webacl\//, firewallFault),
  ],
  firewallFault,
)

const frontDoor = z.strictObject({
  enabled: z
    .boolean('must be true or false')
    .default(true)
    .describe('CloudFront with one base URL in front of the functions. `"frontDoor": false` is short for it'),
  responseTimeoutSeconds: whole(1, 900)
    .default(120)
    .describe(
      'How long CloudFront waits for the first byte, and between two bytes. More than 120 needs a quota from AWS',
    ),
  keepAliveSeconds: whole(1, 300)
    .default(60)
    .describe('How long CloudFront keeps a connection to a function for the next request'),
  domain: domain.optional().describe('Host names of your own'),
  firewall: firewall
    .default(false)
    .describe('WAF: `"managed"` for a web ACL whose rules leave bodies alone, or the ARN of yours'),
  originVerification: z
    .boolean('must be true or false')
    .default(true)
    .describe(
      'Functions refuse requests that did not come through the front door. `false` keeps their own URLs open as well',
    ),
  originSecretGeneration: whole(1, 9999)
    .default(1)
    .describe(
      'Number of the secret that the front door sends. Adding one makes a new secret; the previous one stays accepted',
    ),
})

const instanceType = z
  .string()
  .regex(/^ml\.[a-z][a-z0-9-]*\.[a-z0-9]+$/, 'must be an instance type such as ml.c6i.large')
  .refine((type) => !/^ml\.[a-z]+\d+g/.test(type), 'must be an x86 type: the image is built for linux/amd64')

const imageTag = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the tag of an image of the stage: 64 hexadecimal digits')
  .optional()
  .describe('Tag of the image to run, to go back or to stay. Without it, the image of this checkout')

const realTime = z
  .strictObject({
    kind: z.literal('real-time').describe('Instances that are always warm, with autoscaling. The default'),
    imageTag,
    instanceType: instanceType.default('ml.c6i.large').describe('Instance type; x86 only'),
    minimumInstances: whole(1, 100).default(1).describe('The fewest instances'),
    maximumInstances: whole(1, 100).default(4).describe('The most instances'),
    requestsPerInstance: whole(1, 100).default(2).describe('Simultaneous requests per instance that scaling aims at'),
  })
  .refine(({ minimumInstances, maximumInstances }) => minimumInstances <= maximumInstances, {
    path: ['minimumInstances'],
    message: 'must not be above maximumInstances',
  })

const serverless = z.strictObject({
  kind: z.literal('serverless').describe('Costs nothing when idle, and then starts cold'),
  imageTag,
  memoryMb: whole(1024, 6144)
    .refine((megabytes) => megabytes % 1024 === 0, 'must be a multiple of 1024')
    .default(3072)
    .describe('Memory; a multiple of 1024'),
  maximumConcurrency: whole(1, 200).default(10).describe('Simultaneous requests; more are refused'),
})

const functions = z.strictObject({
  memoryMb: whole(128, 10_240)
    .default(512)
    .describe('Memory of each route’s function. Its share of a CPU grows with it'),
  timeoutSeconds: whole(30, 900)
    .default(900)
    .describe('The longest exchange. The service ends it in order five seconds earlier'),
  tracing: z
    .boolean('must be true or false')
    .default(true)
    .describe('X-Ray traces of the exchanges that Lambda samples: steps and times, never content'),
  lookupCacheSeconds: variable(environment.shape.LOOKUP_CACHE_SECONDS).describe(
    'How long a key and its account are served from memory. A revoked key works that long',
  ),
  arrivalDeadlineMilliseconds: variable(environment.shape.ARRIVAL_DEADLINE_MS).describe(
    'How long a request in mode `arrival` waits for the compressor',
  ),
  chainReadDeadlineMilliseconds: variable(environment.shape.CHAIN_READ_DEADLINE_MS).describe(
    'How long a request waits for the record of its conversation. Without it, the text goes out as if new',
  ),
})

const alarms = z.strictObject({
  topicArn: z
    .string()
    .regex(/^arn:[a-z-]+:sns:/, 'must be the ARN of an SNS topic')
    .optional()
    .describe('An SNS topic of yours that the alarms notify'),
  addresses: z
    .array(z.email('must be an e-mail address'))
    .default([])
    .describe('E-mail addresses that the alarms notify, through a topic of the stage. AWS asks each to confirm'),
})

const ledgerExport = z.strictObject({
  keepDays: whole(1, 3650)
    .default(400)
    .describe('How long exports stay in the stage’s bucket. The ledger itself stays in its table'),
  everyMonth: z
    .boolean('must be true or false')
    .default(false)
    .describe('Whether DynamoDB exports the whole table to the bucket on the first of every month'),
})

const tagFault = 'must be text of at most 256 characters'
export const stage = z
  .strictObject({
    prefix: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,38}-$/, 'must be at most 40 lower-case letters, digits and dashes, and end in a dash')
      .default(defaultTablePrefix)
      .describe(
        'Begins the name of every stack, table and endpoint. Each stage of an account and region needs its own',
      ),
    tags: z
      .record(z.string().regex(/^(?!aws:).{1,128}$/, 'must not begin with aws:'), z.string(tagFault).max(256, tagFault))
      .default({})
      .describe('Tags of every resource that can have tags'),
    removal: z
      .enum(['retain', 'destroy'], 'must be "retain" or "destroy"')
      .default('retain')
      .describe(
        'What happens to tables and logs when their stack is deleted. `retain` also protects them against deletion',
      ),
    logRetentionDays: whole(1, 3653)
      .refine((days) => retentions.includes(days), `must be one of ${finiteRetentions.join(', ')}`)
      .default(30)
      .describe('Retention of every log group; one of the numbers that CloudWatch accepts'),
    ...byField(({ provider: { prefixes, versionInBase }, variable }) =>
      environment.shape[variable]
        .superRefine(publicUpstream)
        .describe(
          `Default upstream of \`/${prefixes.at(-1)}\`: ${versionInBase === '' ? 'a host root' : `a base with \`${versionInBase}\``}`,
        ),
    ),
    functionUrls: z
      .boolean('must be true or false')
      .default(true)
      .describe('A public URL for each function. The front door needs them'),
    functions: functions.prefault({}),
    frontDoor: orSwitch(frontDoor).prefault({}),
    compressor: z
      .discriminatedUnion('kind', [realTime, serverless], 'must have a kind: "real-time" or "serverless"')
      .prefault({ kind: 'real-time' }),
    alarms: alarms.prefault({}),
    ledgerExport: ledgerExport.prefault({}),
  })
  .refine(({ frontDoor }) => frontDoor.enabled || (frontDoor.firewall === false && frontDoor.domain === undefined), {
    path: ['frontDoor', 'enabled'],
    message: 'must be true if the stage has a domain or a firewall: they belong to it',
  })
  .refine(({ frontDoor, functionUrls }) => functionUrls || !frontDoor.enabled, {
    path: ['functionUrls'],
    message: 'must be true if there is a front door: it leads to them',
  })

export type Stage = z.output<typeof stage>
export type RealTimeCompressor = z.output<typeof realTime>
