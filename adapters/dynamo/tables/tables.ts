// Defines every table once, as data for the stacks, the local service, the adapters and the operator.

export interface TableShape {
  /** Name without the deployment's prefix. */
  readonly name: string
  readonly partitionKey: string
  readonly sortKey?: string
  /**
   * Attribute with the expiry in seconds since the epoch. Readers judge expiry too, because deletion may come days late.
   */
  readonly expiryAttribute?: string
  readonly index?: {
    readonly name: string
    readonly partitionKey: string
    readonly sortKey: string
    /** The attributes that the index holds; absent: all of them. */
    readonly projection?: 'KEYS_ONLY'
  }
  /** Whether a stream delivers new items. */
  readonly stream?: 'NEW_IMAGE'
  /** Whether a loss could not be repaired. */
  readonly pointInTimeRecovery: boolean
}

export const tables = {
  keys: {
    name: 'keys',
    partitionKey: 'keyHash',
    index: { name: 'by-account', partitionKey: 'accountId', sortKey: 'createdAt' },
    pointInTimeRecovery: true,
  },
  entitlements: { name: 'entitlements', partitionKey: 'accountId', pointInTimeRecovery: true },
  rateLimits: {
    name: 'rate-limits',
    partitionKey: 'counter',
    expiryAttribute: 'expiresAt',
    pointInTimeRecovery: false,
  },
  ledger: {
    name: 'ledger',
    partitionKey: 'accountMonth',
    sortKey: 'exchangeId',
    index: { name: 'by-session', partitionKey: 'accountSession', sortKey: 'exchangeId' },
    stream: 'NEW_IMAGE',
    pointInTimeRecovery: true,
  },
  // If it is lost, it is counted again from the ledger.
  savings: {
    name: 'savings',
    partitionKey: 'owner',
    sortKey: 'part',
    expiryAttribute: 'expiresAt',
    index: { name: 'by-recency', partitionKey: 'accountMonth', sortKey: 'recency', projection: 'KEYS_ONLY' },
    pointInTimeRecovery: false,
  },
  people: { name: 'people', partitionKey: 'personId', pointInTimeRecovery: true },
  // Invitations too: their sort key says so.
  members: {
    name: 'members',
    partitionKey: 'accountId',
    sortKey: 'personId',
    expiryAttribute: 'expiresAt',
    index: { name: 'by-person', partitionKey: 'personId', sortKey: 'accountId' },
    pointInTimeRecovery: true,
  },
  browserSessions: {
    name: 'browser-sessions',
    partitionKey: 'sessionHash',
    expiryAttribute: 'expiresAt',
    pointInTimeRecovery: false,
  },
  deviceLogins: {
    name: 'device-logins',
    partitionKey: 'deviceCodeHash',
    expiryAttribute: 'expiresAt',
    index: { name: 'by-user-code', partitionKey: 'userCodeHash', sortKey: 'requestedAt' },
    pointInTimeRecovery: false,
  },
  audit: { name: 'audit', partitionKey: 'accountMonth', sortKey: 'eventId', pointInTimeRecovery: true },
  chains: { name: 'chains', partitionKey: 'head', expiryAttribute: 'expiresAt', pointInTimeRecovery: true },
} as const satisfies Record<string, TableShape>

export type TableId = keyof typeof tables

export const tableIds: readonly TableId[] = Object.keys(tables).filter((id): id is TableId => id in tables)

/** All tables of a deployment have the same prefix, so that the operator's commands need no list of names. */
export const defaultTablePrefix = 'context-compaction-'

/** What a prefix looks like that somebody chooses: names of other resources begin with it as well. */
export const prefixShape = /^[a-z][a-z0-9-]{0,38}-$/
/** What is said of another. */
export const prefixFault = 'must be at most 40 lower-case letters, digits and dashes, and end in a dash'

/** What begins the names of tables that no stack has made may be all that DynamoDB takes. */
export const tablePrefixShape = /^[\w.-]{1,200}$/
export const tablePrefixFault = 'must be letters, digits, dashes, dots and underscores'

export const tableName = (prefix: string, table: TableId): string => `${prefix}${tables[table].name}`
