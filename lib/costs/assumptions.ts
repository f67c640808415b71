// The assumptions behind docs/costs.md. test/infra counts what can be counted: operations on tables, and resources in the
// templates.

/** DynamoDB operations of one proxied request of a known conversation, while key and account are remembered. */
export const tableOperations = {
  perRequest: { 'GetItem chains': 1, 'PutItem chains': 1, 'PutItem ledger': 1 },
  perLimit: { 'GetItem rate-limits': 1, 'UpdateItem rate-limits': 1 },
} as const

/**
 * Capacity units of one operation: a strongly consistent read takes one per 4 KB, a write one per 1 KB, and an index writes
 * again.
 */
export const tableUnits = {
  'GetItem chains': 1,
  'PutItem chains': 2,
  'UpdateItem chains': 1,
  'PutItem ledger': 2,
  // Half a unit: it may be a little old.
  'GetItem rate-limits': 0.5,
  'UpdateItem rate-limits': 1,
} as const

/**
 * One look at the dashboard's overview of thirty days, from the document to the last figure. test/infra counts the operations
 * that it sends to the tables. Most of the units are the sums of 1,440 half hours, 420 bytes each, of which eventually
 * consistent reads take half a unit for 4 KB.
 */
export const dashboardLook = {
  requests: 6,
  operations: { GetItem: 15, BatchGetItem: 1, Query: 9 },
  readUnits: 130,
  functionSeconds: 0.1,
  memoryMb: 512,
  answerKb: 60,
} as const

/** What a stage with default settings has, used or idle. */
export const standing = {
  hours: 730,
  /** An alarm on several metrics is charged for each; two alarms are made by scaling itself. */
  alarmMetrics: 58,
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
  /** The line of the exchange, that of its metrics, and the platform's. */
  logKb: 4.1,
  /** CloudFront's own line. */
  accessLogKb: 0.5,
  /** Lambda samples one request a second, and one in twenty of the others. */
  tracedShare: 0.05,
  limits: 2,
  /** An update that finds the counter changed is repeated: `npm run bench:limits` counts them. */
  updatesPerCharge: 1.05,
  ledgerKb: 1,
  chainKb: 2,
  /** Records that are written as the answer begins as well: where something is taken out of what is new, or text moves. */
  recordsBefore: 0.4,
  /** Records that are read beside the last turn's: near the least length that is cached, so that a turn sent again does what its first attempt did. */
  recordsBeside: 0.1,
  /** Notes of a conversation's use: one in two and a half minutes, while an agent asks every twelve seconds, and one when text moves. */
  usesNoted: 0.2,
  /** Reads of such a note: after a pause. */
  usesRead: 0.05,
  /** Calls of the compressor. Most requests carry little new text. */
  compressorCalls: 0.5,
  /** 30 KB take 12 ms of a whole processor; an endpoint has a part of one. */
  compressorSeconds: 0.05,
  compressorKb: 30,
  /** Average over the month, with scaling. */
  instances: 1,
  /** Months for which receipts have been kept. Records of conversations are kept for one. */
  ledgerMonths: 12,
  /**
   * Writes to the sums: an agent asks every twelve seconds, receipts are gathered for fifteen. A session's item takes 0.8 a request,
   * its index 0.04, the half hour and the day two together for each window. Each write is read before.
   */
  sumsWrites: 2.4,
  /** Calls of the function that counts, and its time. */
  foldCalls: 0.8,
  foldSeconds: 0.1,
  foldMemoryMb: 256,
  /** Looks at the dashboard: ten people, twenty times on twenty-two days. */
  dashboardLooks: 4_400,
} as const
