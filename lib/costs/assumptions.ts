// What the months of docs/costs.md are made of. What can be counted is held against what is really there by test/infra:
// the operations on tables, and what stands in the templates.

/** DynamoDB, for one proxied request of a conversation that is known, key and account being remembered. */
export const tableOperations = {
  perRequest: { 'GetItem chains': 1, 'PutItem chains': 1, 'PutItem ledger': 1 },
  perLimit: { 'UpdateItem rate-limits': 1 },
} as const

/** Units of one operation: items of so many KB, strongly consistent reads of 4 KB, writes of 1 KB; an index writes again. */
export const tableUnits = {
  'GetItem chains': 1,
  'PutItem chains': 2,
  'PutItem ledger': 2,
  'UpdateItem rate-limits': 1,
} as const

/** What a stage of defaults has, whether it is used or not. */
export const standing = {
  hours: 730,
  /** An alarm on several metrics is charged for each; two alarms are made by scaling itself. */
  alarmMetrics: 46,
  dashboards: 1,
  secrets: 1,
  /** Ten images that share their layers. */
  imageGb: 0.3,
  firewallRules: 4,
  firewallAlarms: 1,
} as const

/** A month of one busy team: means, per request where nothing else is said. */
export const busy = {
  requests: 1_000_000,
  /** From the first byte of the request to the last of the answer; a function waits that long. */
  seconds: 20,
  bodyKb: 200,
  forwardedKb: 120,
  answerKb: 8,
  logKb: 3,
  /** CloudFront's own line. */
  accessLogKb: 0.5,
  /** Lambda's own sampling: one in a second, and of the others one in twenty. */
  tracedShare: 0.05,
  limits: 2,
  ledgerKb: 1,
  chainKb: 2,
  /** Calls of the compressor: most requests bring little that is new. */
  compressorCalls: 0.5,
  compressorSeconds: 0.2,
  compressorKb: 30,
  /** Mean number over the month, scaling included. */
  instances: 2,
  /** Months that receipts have been kept; records of conversations are kept for one. */
  ledgerMonths: 12,
} as const
