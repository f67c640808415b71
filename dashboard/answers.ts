// What the dashboard's API answers, by route: the page's types, the OpenAPI document and the tests are made of it.

import * as z from 'zod'
import { accountKinds, entitlements } from '../core/access/account.ts'
import { compactionModes, compactionPolicy, fileReadRules, observationRules } from '../core/access/policy.ts'
import { outcomes, sessionClients } from '../core/ledger/receipt.ts'
import { receiptSchema } from '../core/ledger/receipt-schema.ts'
import { permissions, roles } from '../core/people/roles.ts'

const instant = z.iso.datetime()
const text = z.string().exactOptional()
const none = z.strictObject({})
/** These, and whatever a newer version has written. */
const outcome = z.union([z.enum(outcomes), z.string()])
const client = z.union([z.enum(sessionClients), z.string()])
const role = z.union([z.enum(roles), z.string()])
const account = { id: z.string(), kind: z.enum(accountKinds) }
const limits = z.strictObject({
  requestsPerMinute: z.number().exactOptional(),
  tokensPerMinute: z.number().exactOptional(),
})
const prices = z.record(z.string(), z.number())

const netSums = z.strictObject({
  exchanges: z.number(),
  counted: z.number(),
  outcomes: z.record(outcome, z.number()),
  reasons: z.record(z.string(), z.number()),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  effectiveBefore: z.number(),
  effectiveAfter: z.number(),
  gained: z.number(),
  givenBack: z.number(),
  observedTokens: z.number(),
  cacheRewriteTokens: z.number(),
  providerCacheReadTokens: z.number(),
  outputTokens: z.number(),
  estimatedExchanges: z.number(),
  net: z.number(),
})

const session = netSums.extend({
  id: z.string(),
  startedAt: instant,
  lastAt: instant,
  client: client.exactOptional(),
  models: z.array(z.string()),
  hasMoreModels: z.literal(true).exactOptional(),
  keyIds: z.array(z.string()),
})

const usage = z.strictObject({
  zone: z.string(),
  rows: z.array(netSums.extend({ day: text, keyId: text, keyName: text, mode: text, client: text, model: text })),
  totals: netSums,
})

const { upstreamKeyFingerprint: _secret, ...shownOfReceipt } = receiptSchema.shape

const exchanges = z.strictObject({
  exchanges: z.array(z.strictObject({ ...shownOfReceipt, outcome, client: client.exactOptional() })),
  next: text,
})

const state = z.enum(['active', 'expired', 'revoked'])

const key = z.strictObject({
  id: z.string(),
  label: z.string(),
  suffix: z.string(),
  state,
  createdAt: instant,
  createdBy: z.string(),
  lastUsedAt: instant.exactOptional(),
  expiresAt: instant.exactOptional(),
  revokedAt: instant.exactOptional(),
  limits,
  mayRevoke: z.boolean(),
})

/** Of a command line. */
const token = z.strictObject({
  id: z.string(),
  device: z.string(),
  person: z.string(),
  suffix: z.string(),
  state,
  createdAt: instant,
  lastUsedAt: instant.exactOptional(),
  expiresAt: instant,
  revokedAt: instant.exactOptional(),
})

const settings = z.strictObject({
  ...compactionPolicy.shape,
  /** What holds where the account says nothing. */
  defaults: z.strictObject({ fileReads: z.enum(fileReadRules), observations: z.enum(observationRules) }),
  prices,
  limits,
  entitlements: z.array(z.enum(entitlements)),
  kind: z.enum(accountKinds),
  apiAccess: z.boolean(),
})

const { receivedAt, model, reason, compactionMode } = receiptSchema.shape

/** The JSON documents. The other routes answer with files or lead elsewhere. */
export const answers = {
  'authorization-server': z.strictObject({
    issuer: z.url(),
    device_authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    revocation_endpoint: z.url(),
    response_types_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
  }),
  'device-authorization': z.strictObject({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.url(),
    verification_uri_complete: z.url(),
    expires_in: z.number(),
    interval: z.number(),
  }),
  'oauth-token': z.strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
    scope: z.string(),
    base_url: z.url(),
    account: z.strictObject(account),
    person: z.strictObject({ name: text, email: text }),
  }),
  'oauth-revoke': none,
  'cli-me': z.strictObject({
    account: z.strictObject(account),
    person: z.strictObject({ name: text, email: text }),
    token: z.strictObject({ id: z.string(), suffix: z.string(), device: z.string(), expiresAt: instant }),
    entitlements: z.array(z.enum(entitlements)),
    mode: z.enum(compactionModes),
    baseUrl: z.url(),
    lastExchange: z
      .strictObject({
        ...{ receivedAt, client: client.exactOptional(), model, outcome, reason, compactionMode },
        /** Both are absent from what an older service answers. */
        route: z.exactOptional(receiptSchema.shape.route),
        status: z.exactOptional(receiptSchema.shape.status),
      })
      .exactOptional(),
    /** Of UTC; in place of the last exchange where others have sent too many since. */
    lastDay: z.strictObject({ day: z.iso.date(), exchanges: z.number(), failedOpen: z.number() }).exactOptional(),
    version: z.string(),
    minimumCli: z.string(),
  }),
  'cli-session': session,
  'cli-savings': usage,
  'sign-out': z.strictObject({ signOutUrl: z.string() }),
  device: z.strictObject({
    device: z.string(),
    program: z.string(),
    address: z.string(),
    requestedAt: instant,
    expiresAt: instant,
    accounts: z.array(z.strictObject({ ...account, isReady: z.boolean() })),
  }),
  'approve-device': z.strictObject({ device: z.string(), account: z.string() }),
  'deny-device': z.strictObject({ device: z.string() }),
  me: z.strictObject({
    person: z.strictObject({ id: z.string(), name: text, email: text }),
    accounts: z.array(
      z.strictObject({
        ...account,
        role,
        permissions: z.array(z.enum(permissions)),
        apiAccess: z.boolean(),
        mode: z.enum(compactionModes),
      }),
    ),
    baseUrl: z.url(),
    operatorContact: text,
  }),
  invitation: z.strictObject({
    account: z.string(),
    role: z.enum(roles),
    expiresAt: instant,
    invitedBy: z.string(),
  }),
  join: z.strictObject({ account: z.string() }),
  overview: z.strictObject({
    asOf: instant,
    zone: z.string(),
    mode: z.enum(compactionModes),
    prices,
    /** None where hours were asked for. */
    days: z.array(netSums.extend({ day: z.iso.date() })),
    hours: z.array(netSums.extend({ hour: instant })).exactOptional(),
    totals: netSums,
  }),
  sessions: z.strictObject({ sessions: z.array(session), looked: z.number(), next: text }),
  session,
  exchanges,
  usage,
  ledger: exchanges,
  keys: z.strictObject({ keys: z.array(key) }),
  'generate-key': z.strictObject({ secret: z.string(), key }),
  'revoke-key': z.strictObject({ key }),
  tokens: z.strictObject({ tokens: z.array(token) }),
  'revoke-token': z.strictObject({ token }),
  settings,
  'change-settings': settings,
  members: z.strictObject({
    members: z.array(
      z.strictObject({
        id: z.string(),
        name: text,
        email: text,
        lastSignInAt: instant.exactOptional(),
        role,
        since: instant,
        activeKeys: z.number(),
        isYou: z.boolean(),
      }),
    ),
    invitations: z.array(
      z.strictObject({ id: z.string(), role: z.enum(roles), email: text, createdAt: instant, expiresAt: instant }),
    ),
  }),
  invite: z.strictObject({ link: z.url(), expiresAt: instant }),
  'change-role': none,
  'remove-member': none,
  'withdraw-invitation': none,
  audit: z.strictObject({
    events: z.array(
      z.strictObject({
        eventId: z.string(),
        at: instant,
        personId: z.string(),
        by: z.string(),
        action: z.string(),
        target: z.string(),
      }),
    ),
    next: text,
  }),
}
