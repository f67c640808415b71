// The fields of the dashboard: its names, and who says who people are.

import * as z from 'zod'
import { entitlements } from '../../core/access/account.ts'
import { defaultPersonalPolicy, personalAccountsWhen } from '../../core/people/personal-account.ts'
import { secretArn } from './arn.ts'
import { onOrOff, whole } from './fields.ts'
import { domain } from './front-door-fields.ts'

const issuerFault = 'must be an https URL without query and fragment'

const cognito = z.strictObject({
  kind: z.literal('cognito').describe('A Cognito user pool of the stage, whose people you add. The default'),
})

const oidc = z.strictObject({
  kind: z.literal('oidc').describe('An OpenID provider of yours: Okta, Entra, Google, Keycloak, …'),
  issuer: z
    .url({ protocol: /^https$/, error: issuerFault })
    .refine((url) => !/[?#]/.test(url), issuerFault)
    .describe('Its issuer, below which `/.well-known/openid-configuration` is'),
  clientId: z
    .string()
    .regex(/^\S(.*\S)?$/, 'must be text without blanks around it')
    .describe('The client that you registered, with the redirect URI `…/auth/callback`'),
  clientSecretArn: secretArn
    .optional()
    .describe(
      'The secret that holds the client’s secret, under the key `aws/secretsmanager`. Absent: a public client, proven by PKCE alone',
    ),
})

const identity = z.discriminatedUnion('kind', [cognito, oidc], 'must have a kind: "cognito" or "oidc"')

const contactFault = 'must be text of 1 to 200 characters on one line'

export const dashboard = z.strictObject({
  enabled: onOrOff()
    .default(true)
    .describe(
      'A page with savings and keys, for people who sign in. `"dashboard": false` says the same in short. It needs function URLs, and is left out without them',
    ),
  domain: domain
    .optional()
    .describe(
      'Host names of your own for it, other than those of the front door. All lead to the first, where people sign in',
    ),
  identity: identity.prefault({ kind: 'cognito' }),
  personalAccounts: z
    .enum(personalAccountsWhen, 'must be "on-first-login" or "off"')
    .default(defaultPersonalPolicy.accounts)
    .describe('Whether a person who signs in a command line for the first time gets an account of their own'),
  personalEntitlements: z
    .array(z.enum(entitlements, `must be one of ${entitlements.join(', ')}`))
    .default([...defaultPersonalPolicy.entitlements])
    .describe('What such an account may do'),
  personalRequestsPerMinute: whole(1, 1_000_000).default(defaultPersonalPolicy.requestsPerMinute).describe('Its limit'),
  operatorContact: z
    .string(contactFault)
    .regex(/^(?=.*\S).{1,200}$/, contactFault)
    .optional()
    .describe('Whom people are told to ask for API access: a name, an address, a channel'),
})

interface DecidesDashboard {
  readonly functionUrls: boolean
  readonly dashboard: { readonly enabled: boolean }
}

/** Without function URLs there is nowhere to open it. */
export const hasDashboard = ({ functionUrls, dashboard: { enabled } }: DecidesDashboard): boolean =>
  functionUrls && enabled

/** Where the dashboard is, as far as that is known before anything is made: its own names alone. */
export const namedDashboardUrl = (
  stage: DecidesDashboard & { readonly dashboard: z.output<typeof dashboard> },
): string => {
  const [name] = stage.dashboard.domain?.names ?? []
  return name === undefined || !hasDashboard(stage) ? '' : `https://${name}`
}

/** Cognito refuses its own names in a domain, and AWS's. */
export const isPoolName = (prefix: string): boolean => !/aws|amazon|cognito/.test(prefix)

/** Systems Manager refuses its own names at the beginning of a parameter's, and AWS's. */
export const isParameterName = (prefix: string): boolean => !/^(aws|ssm)/.test(prefix)
