// The configuration of one stage as data: every field, its bounds and its default. Knows no file, no context and no
// construct.

import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as z from 'zod'
import { defaultTablePrefix, prefixFault, prefixShape, tableIds } from '../../adapters/dynamo/tables/tables.ts'
import { judgeUpstreamUrl } from '../../core/upstream/override-url.ts'
import { origin } from '../../lambdas/settings/origin.ts'
import { byField, type UpstreamSetting, upstreamFault } from '../../lambdas/settings/upstream-settings.ts'
import { alarms } from './alarms-fields.ts'
import { compressor, type EndpointCompressor, leastWithEngines } from './compressor-fields.ts'
import { dashboard, hasDashboard, isParameterName, isPoolName } from './dashboard-fields.ts'
import { fargate } from './fargate-fields.ts'
import { eachOnce, onOrOff, orSwitch, whole } from './fields.ts'
import { frontDoor, usualFirewallRequests } from './front-door-fields.ts'
import { functions } from './functions-fields.ts'
import { endpointName, hasEndpoint, maxEndpointName } from './names.ts'
import { faultsOfRegion } from './of-region.ts'
import { telemetry } from './telemetry-fields.ts'

/**
 * Refuses what a function would refuse when it starts: private hosts, plain http, credentials. No stack trusts a private
 * origin.
 */
const publicUpstream = (provider: UpstreamSetting['provider']) =>
  z.string('must be text').superRefine((url, context) => {
    const judged = judgeUpstreamUrl(url, [])
    const message = typeof judged === 'string' ? judged : upstreamFault(url, provider)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

/** Beside what else functions are told, for which Lambda has 4 KB. */
const mostOfOrigins = 2_000

const retentions = Object.values(RetentionDays).filter((days) => typeof days === 'number')
const finiteRetentions = retentions.filter((days) => days < 9999)

const ledgerExport = z.strictObject({
  keepDays: whole(1, 3650)
    .default(400)
    .describe('How long exports stay in the stage’s bucket. The ledger itself stays in its table'),
  everyMonth: onOrOff()
    .default(false)
    .describe('Whether DynamoDB exports the whole table to the bucket on the first of every month'),
})

const savings = z.strictObject({
  enabled: onOrOff()
    .default(true)
    .describe('A function that counts receipts into sums. `"savings": false` says the same in short'),
  freshnessSeconds: whole(1, 300)
    .default(15)
    .describe('How long receipts are gathered before they are counted. Longer is cheaper'),
})

const prefixed = z.string().regex(prefixShape, prefixFault)

/** A table begins with the least; the most is what AWS gives a table without being asked. */
const warm = z.strictObject({ readsPerSecond: whole(12_000, 40_000), writesPerSecond: whole(4_000, 40_000) })

/** A part of the world, perhaps more words, a point of the compass and a number: also what AWS has yet to open. */
const regionShape = /^[a-z]{2,4}(-[a-z]+)*-(north|south|central|east|west|northeast|northwest|southeast|southwest)-\d$/

/** What AWS allows in tags of every kind of resource. */
const ofTags = '[\\p{L}\\p{Z}\\p{N}_.:/=+@-]'
const tagName = z
  .string()
  .regex(
    new RegExp(`^(?![aA][wW][sS]:)${ofTags}{1,128}$`, 'u'),
    'must not begin with aws:, and have only letters, digits, blanks and _ . : / = + - @',
  )
const tagFault = 'must be text of 1 to 256 letters, digits, blanks and _ . : / = + - @'
const tagValue = z.string(tagFault).regex(new RegExp(`^${ofTags}{1,256}$`, 'u'), tagFault)
/** AWS takes fifty of a resource, and some have one of the stage's own. */
const mostTags = 49
const differ = (names: readonly string[]): boolean =>
  new Set(names.map((name) => name.toLowerCase())).size === names.length
const tags = z
  .record(tagName, tagValue)
  .refine((given) => Object.keys(given).length <= mostTags, `must be at most ${mostTags}: AWS takes no more`)
  .refine((given) => differ(Object.keys(given)), 'must differ in more than capital letters: roles take no such two')

export const stage = z
  .strictObject({
    prefix: prefixed
      .default(defaultTablePrefix)
      .describe(
        'Begins the name of every stack, table and endpoint. Each stage of an account and region needs its own',
      ),
    tablePrefix: prefixed
      .optional()
      .describe('Begins the names of the tables in place of `prefix`: for tables that were restored under other names'),
    region: z
      .string()
      .regex(regionShape, 'must be a region such as eu-west-1')
      .optional()
      .describe(
        'Region of all stacks but those that CloudFront needs in `us-east-1`; absent: that of the credentials. Two stages of one prefix in two regions need it: it then stands in what they would share, in names of the edge and of the overview',
      ),
    tags: tags.default({}).describe('Tags of every resource that can have tags'),
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
    ...byField(({ provider }) =>
      publicUpstream(provider)
        .default(provider.defaultUpstream)
        .describe(
          `Default upstream of \`/${provider.prefixes.at(-1)}\`: ${provider.versionInBase === '' ? 'a host root' : `a base with \`${provider.versionInBase}\``}`,
        ),
    ),
    originsCachingAsProvider: z
      .array(origin)
      .refine(...eachOnce)
      .refine(
        (origins) => origins.join().length <= mostOfOrigins,
        `must have ${mostOfOrigins} characters at most, all together: functions have 4 KB for all that they are told`,
      )
      .default([])
      .describe(
        'Origins outside the provider’s domain, such as `https://gateway.example.com`, behind which prompts are cached as the provider itself caches them: gateways that lead to it, clouds that run its models. Of others no cache marker is relied upon, which saves less',
      ),
    functionUrls: onOrOff().default(true).describe('A public URL for each function. The front door needs them'),
    compute: z
      .enum(['lambda', 'fargate'], 'must be "lambda" or "fargate"')
      .default('lambda')
      .describe(
        'What serves the routes: a function for each stream, or containers of many streams each. docs/costs.md says from which rate these cost less',
      ),
    functions: functions.prefault({}),
    fargate: fargate.prefault({}),
    frontDoor: orSwitch(frontDoor).prefault({}),
    compressor,
    alarms: alarms.prefault({}),
    telemetry: telemetry.prefault({}),
    warmThroughput: z
      .partialRecord(z.enum(tableIds, 'must be a table'), warm)
      .default({})
      .describe(
        'By table (`chains`, `ledger`, `rateLimits`, …): what it and its index take from the start, `{"readsPerSecond": …, "writesPerSecond": …}`. A new table takes 12,000 and 4,000, and grows by itself. AWS charges once for more, and refuses less than a table has grown to',
      ),
    ledgerExport: ledgerExport.prefault({}),
    savings: orSwitch(savings).prefault({}),
    dashboard: orSwitch(dashboard).prefault({}),
  })
  .refine(({ frontDoor }) => frontDoor.enabled || (frontDoor.firewall === false && frontDoor.domain === undefined), {
    path: ['frontDoor', 'enabled'],
    message: 'must be true if the stage has a domain or a firewall: they belong to it',
  })
  .refine(
    ({ frontDoor: { firewall, firewallRequestsPerFiveMinutes: most } }) =>
      firewall === 'managed' || most === usualFirewallRequests,
    {
      path: ['frontDoor', 'firewallRequestsPerFiveMinutes'],
      message: 'must be left out without "firewall": "managed": nothing else counts requests',
    },
  )
  .refine(({ frontDoor, alarms: { edgeTopicArn } }) => frontDoor.enabled || edgeTopicArn === undefined, {
    path: ['alarms', 'edgeTopicArn'],
    message: 'must be left out without a front door: nothing else rings there',
  })
  .refine(({ frontDoor, functionUrls }) => functionUrls || !frontDoor.enabled, {
    path: ['functionUrls'],
    message: 'must be true if there is a front door: it leads to them',
  })
  .refine(
    ({ alarms: { canary }, functionUrls, compute, fargate }) =>
      !canary || functionUrls || (compute === 'fargate' && fargate.certificateArn === undefined),
    {
      path: ['alarms', 'canary'],
      message:
        'must be false: there is nothing that a canary can ask, neither function URLs nor a load balancer that goes by its own name (without fargate.certificateArn)',
    },
  )
  .refine(({ dashboard: { domain }, frontDoor }) => domain === undefined || frontDoor.enabled, {
    path: ['dashboard', 'domain'],
    message: 'must be left out without a front door: a function URL has its own name',
  })
  .refine(
    ({ dashboard: { domain }, frontDoor }) => !domain?.names.some((name) => frontDoor.domain?.names.includes(name)),
    {
      path: ['dashboard', 'domain', 'names'],
      message: 'must be other names than those of the front door: the dashboard has a distribution of its own',
    },
  )
  .refine(
    (fields) => !hasDashboard(fields) || fields.dashboard.identity.kind !== 'cognito' || isPoolName(fields.prefix),
    {
      path: ['prefix'],
      message: 'must not contain aws, amazon or cognito: the page where people sign in is named after it',
    },
  )
  .refine((fields) => !hasDashboard(fields) || isParameterName(fields.prefix), {
    path: ['prefix'],
    message: 'must not begin with aws or ssm: a parameter of Systems Manager is named after it',
  })
  .refine((fields) => (!hasEndpoint(fields) && fields.compute === 'lambda') || !fields.prefix.includes('--'), {
    path: ['prefix'],
    message: 'must not have two dashes in a row: a repository of images is named after it',
  })
  .refine(
    ({ compressor: { kind }, functions: { memoryMb } }) => kind !== 'in-function' || memoryMb >= leastWithEngines,
    {
      path: ['functions', 'memoryMb'],
      message: `must be at least ${leastWithEngines} beside "kind": "in-function": the engines run in the memory of the function`,
    },
  )
  .refine((fields) => !hasEndpoint(fields) || endpointName(fields).length <= maxEndpointName, {
    path: ['prefix'],
    message: `must be shorter: the compressor's endpoint is named after it, in ${maxEndpointName} characters at most`,
  })
  .refine(
    ({ compute, telemetry: { otlpEndpoint, headersSecret } }) =>
      compute !== 'lambda' || headersSecret === undefined || otlpEndpoint?.startsWith('http:') !== true,
    {
      path: ['telemetry', 'otlpEndpoint'],
      message: 'must be an https URL beside headersSecret: functions stand in no network of yours',
    },
  )
  .superRefine(({ compute, frontDoor, fargate }, context) => {
    if (compute !== 'fargate' || !frontDoor.enabled) return
    for (const field of ['certificateArn', 'clients'] as const)
      if ((fargate[field] ?? []).length > 0)
        context.addIssue({
          code: 'custom',
          path: ['fargate', field],
          message:
            'must be left out behind a front door: CloudFront alone reaches the load balancer. Set "frontDoor": false for one that your own network reaches',
        })
  })
  .superRefine((fields, context) => {
    for (const fault of faultsOfRegion(fields)) context.addIssue({ code: 'custom', ...fault })
  })

export type Stage = z.output<typeof stage>
/** Of a stage whose compressor SageMaker runs. */
export type StageWithEndpoint = Stage & { readonly compressor: EndpointCompressor }
