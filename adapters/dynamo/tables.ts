// Every table once, as data: read by the stacks, by the local service, by the adapters and by the operator.

export interface TableShape {
  /** Without the deployment's prefix. */
  readonly name: string
  readonly partitionKey: string
  readonly sortKey?: string
  /** Attribute with the expiry in seconds since the epoch. Expiry is judged on read as well: deletion may come days late. */
  readonly expiryAttribute?: string
  readonly index?: { readonly name: string; readonly partitionKey: string; readonly sortKey: string }
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
    pointInTimeRecovery: true,
  },
  chains: { name: 'chains', partitionKey: 'head', expiryAttribute: 'expiresAt', pointInTimeRecovery: true },
} as const satisfies Record<string, TableShape>

export type TableId = keyof typeof tables

/** Every table of one deployment carries the same prefix, so that the operator's commands need no list of names. */
export const defaultTablePrefix = 'context-compaction-'

export const tableName = (prefix: string, table: TableId): string => `${prefix}${tables[table].name}`
