// Every metric of the service once, as data: what the functions print, and what alarms and the dashboard look at.
// Metrics carry the deployment's name and nothing else: no account, no model, no host.

import { steps } from './steps.ts'

export const metricNamespace = 'ContextCompactionProxy'
/** The only dimension; its value is `serviceName`. */
export const metricDimension = 'service'

/** The name of a deployment in logs, metrics and traces: two of them may share an account. */
export const serviceName = (tablePrefix: string): string => `${tablePrefix}proxy`

/** What keeps a request from being compacted, as receipts name it, and the metric that counts it. */
export const failedOpenBecause = {
  'read-failed': 'FailedOpenReading',
  'too-much-to-read': 'FailedOpenTooMuchToRead',
  'decide-failed': 'FailedOpenDeciding',
  'shorten-failed': 'FailedOpenShortening',
  'rewrite-failed': 'FailedOpenRewriting',
  'compressor-timeout': 'FailedOpenCompressorTimeout',
  'compressor-failed': 'FailedOpenCompressorFailed',
  'recognise-failed': 'FailedOpenRecognising',
  'chain-unavailable': 'FailedOpenChainUnavailable',
  'chain-unreadable': 'FailedOpenChainUnreadable',
} as const
/** For a reason that is not in the list. */
export const failedOpenOtherwise = 'FailedOpenOtherwise'
export const failedOpenMetrics = [...Object.values(failedOpenBecause), failedOpenOtherwise] as const

/** The reason of an exchange that ended because its client left, as receipts name it; `ClientsLeft` counts it. */
export const clientLeft = 'client-left'

/** What should not happen, counted where it does. */
export const incidents = [
  'KeyStoreUnreachable',
  'LimitStoreUnreachable',
  'ReceiptLost',
  'RecordLost',
  'CacheContradicted',
] as const
export type Incident = (typeof incidents)[number]

/** What scales containers: told by each of them and not by functions, which have one stream each. */
export const openStreamsMetric = 'OpenStreams'

export const metricNames = [
  'Requests',
  // The service said no: over a limit, its own fault, anything else.
  'Throttled',
  'ServiceFaults',
  'Refused',
  // The upstream said no: too often, its own fault or unreachable, anything else. An answer ended before its end.
  'UpstreamThrottled',
  'UpstreamErrors',
  'UpstreamRefused',
  'AnswersCut',
  // The client left before the end of its answer, where the platform says so.
  'ClientsLeft',
  'InputTokensBefore',
  'InputTokensAfter',
  'TokensSaved',
  'EffectiveTokensSaved',
  'TokensObserved',
  'CacheRewriteTokens',
  'CompactedFormRejected',
  'FailedOpen',
  ...failedOpenMetrics,
  'CompressorCalls',
  'CompressorFailures',
  'CompressorTimeouts',
  'CompressorMilliseconds',
  // Texts that an engine has decided on.
  'TextsDecided',
  // Of all looks for an earlier request of the conversation.
  'ChainHits',
  'ChainUnavailable',
  ...incidents,
  'AddedMilliseconds',
  ...Object.values(steps).map(({ metric }) => metric),
] as const

export type MetricName = (typeof metricNames)[number]

export const metricUnit = (name: MetricName): 'Count' | 'Milliseconds' =>
  name.endsWith('Milliseconds') ? 'Milliseconds' : 'Count'

/** What was saved may be negative, and a counter may not fall. */
export const mayFall = (name: MetricName): boolean => name.endsWith('TokensSaved')

/** `CompressorMilliseconds` becomes `compressor_milliseconds`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`)
