// The assumptions behind docs/costs.md. test/infra counts what can be counted: operations on tables, and resources in the
// templates.

/** DynamoDB operations of one proxied request of a known conversation, while key and account are remembered. */
export const tableOperations = {
  perRequest: { 'GetItem chains': 1, 'PutItem chains': 1, 'PutItem ledger': 1 },
  perLimit: { 'UpdateItem rate-limits': 1 },
} as const

/**
 * Capacity units of one operation: a strongly consistent read takes one per 4 KB, a write one per 1 KB, and an index writes
 * again.
 */
export const tableUnits = {
  'GetItem chains': 1,
  'PutItem chains': 2,
  'PutItem ledger': 2,
  'UpdateItem rate-limits': 1,
} as const

/** What a stage with default settings has, used or idle. */
export const standing = {
  hours: 730,
  /** An alarm on several metrics is charged for each; two alarms are made by scaling itself. */
  alarmMetrics: 54,
  dashboards: 1,
  secrets: 2,
  /** Ten images that share their layers. */
  imageGb: 0.3,
  firewallRules: 4,
  firewallAlarms: 1,
} as const

/** A month of one busy team. Averages, per request unless the comment says otherwise. */
export const busy = {
  requests: 1_000_000,
  /** From the first byte of the request to the last byte of the answer. A function waits that long. */
  seconds: 20,
  bodyKb: 200,
  forwardedKb: 120,
  answerKb: 8,
  logKb: 3,
  /** CloudFront's own line. */
  accessLogKb: 0.5,
  /** Lambda samples one request a second, and one in twenty of the others. */
  tracedShare: 0.05,
  limits: 2,
  ledgerKb: 1,
  chainKb: 2,
  /** Calls of the compressor. Most requests carry little new text. */
  compressorCalls: 0.5,
  compressorSeconds: 0.2,
  compressorKb: 30,
  /** Average over the month, with scaling. */
  instances: 2,
  /** Months for which receipts have been kept. Records of conversations are kept for one. */
  ledgerMonths: 12,
} as const
