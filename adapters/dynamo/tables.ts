// Every table once, as data: read by the stacks, by the local service, by the adapters and by the operator.

export interface TableShape {
  /** Without the deployment's prefix. */
  readonly name: string
  readonly partitionKey: string
  readonly sortKey?: string
  /** Attribute with the expiry in seconds since the epoch. Expiry is judged on read as well: deletion may come days late. */
  readonly expiryAttribute?: string
  readonly index?: {
    readonly name: string
    readonly partitionKey: string
    readonly sortKey: string
    /** What of an item the index holds. Absent: all of it. */
    readonly projection?: 'KEYS_ONLY'
  }
  /** Whether new items are told to a stream. */
  readonly stream?: 'NEW_IMAGE'
  /** Losing it loses something that cannot be made again. */
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
  // Counted again from the ledger when it is lost.
  savings: {
    name: 'savings',
    partitionKey: 'owner',
    sortKey: 'part',
    expiryAttribute: 'expiresAt',
    index: { name: 'by-recency', partitionKey: 'accountMonth', sortKey: 'recency', projection: 'KEYS_ONLY' },
    pointInTimeRecovery: false,
  },
  chains: { name: 'chains', partitionKey: 'head', expiryAttribute: 'expiresAt', pointInTimeRecovery: true },
} as const satisfies Record<string, TableShape>

export type TableId = keyof typeof tables

export const tableIds: readonly TableId[] = Object.keys(tables).filter((id): id is TableId => id in tables)

/** Every table of one deployment carries the same prefix, so that the operator's commands need no list of names. */
export const defaultTablePrefix = 'context-compaction-'

export const tableName = (prefix: string, table: TableId): string => `${prefix}${tables[table].name}`
