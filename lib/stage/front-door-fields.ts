// The fields of the front door: CloudFront, its names, its firewall, and its secret.

import * as z from 'zod'
import { eachOnce, onOrOff, whole } from './fields.ts'

const certificateFault = 'must be the ARN of an ACM certificate in us-east-1'
/** What a certificate can have as its first name. */
const longestFirstName = 64
/** No part begins or ends with a dash: CloudFront and Route 53 refuse it. */
const hostNameShape = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/
const hostName = (fault: string) => z.string(fault).max(253, fault).regex(hostNameShape, fault)

export const domain = z
  .strictObject({
    names: z
      .array(hostName('must be a host name in small letters'))
      .min(1, 'must have one host name at least')
      .refine(...eachOnce)
      .describe('Host names that the distribution answers to; the first one stands in the URL'),
    certificateArn: z
      .string(certificateFault)
      .regex(/^arn:[a-z-]+:acm:us-east-1:\d{12}:certificate\//, certificateFault)
      .optional()
      .describe('ACM certificate for all of them, from `us-east-1`. Absent: the stage makes one, in `hostedZone`'),
    hostedZone: z
      .strictObject({
        id: z
          .string()
          .regex(/^Z[A-Z0-9]+$/, 'must be the id of a hosted zone of Route 53, without /hostedzone/ before it')
          .describe('Its id'),
        name: hostName('must be a domain in small letters, without a dot at its end').describe(
          'Its name, such as `example.com`',
        ),
      })
      .optional()
      .describe('The public zone of Route 53 in which the stage makes their records. Absent: you make them'),
  })
  .refine(({ certificateArn, hostedZone }) => certificateArn !== undefined || hostedZone !== undefined, {
    path: ['certificateArn'],
    message: `${certificateFault}, or there must be a hostedZone in which to make one`,
  })

  .refine(
    ({ names, hostedZone }) =>
      hostedZone === undefined || names.every((name) => `.${name}`.endsWith(`.${hostedZone.name}`)),
    { path: ['names'], message: 'must be within hostedZone: their records are made there' },
  )
  .refine(
    ({ names: [first = ''], certificateArn }) => certificateArn !== undefined || first.length <= longestFirstName,
    { path: ['names', 0], message: `must have at most ${longestFirstName} characters: a certificate is made for it` },
  )

const firewallFault = 'must be false, "managed", or the ARN of a web ACL of scope CLOUDFRONT (us-east-1)'
const firewall = z.union(
  [
    z.literal(false),
    z.literal('managed'),
    z.string().regex(/^arn:[a-z-]+:wafv2:us-east-1:\d{12}:global\/webacl\//, firewallFault),
  ],
  firewallFault,
)

export const usualFirewallRequests = 20_000

export const frontDoor = z.strictObject({
  enabled: onOrOff()
    .default(true)
    .describe('CloudFront with one base URL before the functions. `"frontDoor": false` says the same in short'),
  responseTimeoutSeconds: whole(1, 900)
    .default(120)
    .describe('How long CloudFront waits for the first byte, and between two. More than 120 needs a quota from AWS'),
  keepAliveSeconds: whole(1, 120)
    .default(60)
    .describe('How long CloudFront keeps a connection to a function for the next request'),
  domain: domain.optional().describe('Host names of your own'),
  firewall: firewall
    .default(false)
    .describe('WAF: `"managed"` for a web ACL whose rules leave bodies alone, or the ARN of yours'),
  firewallRequestsPerFiveMinutes: whole(10, 2_000_000_000)
    .default(usualFirewallRequests)
    .describe(
      'The most requests of one address in five minutes that a managed firewall allows. Above it the answer is 403',
    ),
  accessLogs: onOrOff()
    .default(true)
    .describe('A log line in `us-east-1` for every request that CloudFront answers, without address, query or headers'),
  originVerification: onOrOff()
    .default(true)
    .describe('Functions refuse what did not come through the front door; `false` keeps their own URLs open beside it'),
  originSecretGeneration: whole(1, 9999)
    .default(1)
    .describe(
      'Which secret the front door proves itself with. One more makes a new one; the one before stays accepted',
    ),
})
