// What an exchange adds to the metrics, out of its receipt or its refusal. A name that is not in the lists is not counted:
// nothing that a client sends can make a metric. A metric that is 0 or 1 for every request has a share as its average.

import type { Refusal } from '../http/refusal.ts'
import { inHundredths } from '../ledger/effective.ts'
import type { Receipt } from '../ledger/receipt.ts'
import type { Measurements } from './measure.ts'
import { clientLeft, failedOpenBecause, failedOpenOtherwise, type MetricName } from './names.ts'
import { isStep, steps } from './steps.ts'

const isReason = (reason: string | undefined): reason is keyof typeof failedOpenBecause =>
  reason !== undefined && Object.hasOwn(failedOpenBecause, reason)

const request: Measurements = { Requests: 1, ServiceFaults: 0 }

/** Who refused, if the answer is a refusal or an error. */
const refusedBy = (status: number, whose: 'service' | 'upstream'): Measurements => {
  if (status < 400) return {}
  if (whose === 'service') return { [status === 429 ? 'Throttled' : status >= 500 ? 'ServiceFaults' : 'Refused']: 1 }
  return { [status === 429 ? 'UpstreamThrottled' : status >= 500 ? 'UpstreamErrors' : 'UpstreamRefused']: 1 }
}

const tokensOf = (receipt: Receipt): Measurements => {
  const { tokensBefore, tokensAfter, effectiveTokensBefore, effectiveTokensAfter } = receipt
  return {
    ...(tokensBefore === undefined || tokensAfter === undefined
      ? {}
      : { InputTokensBefore: tokensBefore, InputTokensAfter: tokensAfter, TokensSaved: tokensBefore - tokensAfter }),
    ...(effectiveTokensBefore === undefined || effectiveTokensAfter === undefined
      ? {}
      : { EffectiveTokensSaved: inHundredths(effectiveTokensBefore - effectiveTokensAfter) }),
    ...(receipt.outcome === 'observed' ? { TokensObserved: receipt.tokensSaved } : {}),
    ...(receipt.cacheRewriteTokens === 0 ? {} : { CacheRewriteTokens: receipt.cacheRewriteTokens }),
  }
}

const timesOf = ({ millisecondsPerStep }: Receipt): Measurements => {
  const times: Partial<Record<MetricName, number>> = {}
  let added = 0
  for (const step in millisecondsPerStep) {
    const milliseconds = millisecondsPerStep[step]
    if (milliseconds === undefined || !isStep(step)) continue
    times[steps[step].metric] = milliseconds
    if (steps[step].takenBy === 'service') added += milliseconds
  }
  return { ...times, AddedMilliseconds: added }
}

/** Of an exchange that has a receipt. */
export const exchangeMetrics = (receipt: Receipt): Measurements => {
  const { outcome, reason, status, provider } = receipt
  return {
    ...request,
    FailedOpen: 0,
    UpstreamErrors: 0,
    ...(reason === clientLeft
      ? { ClientsLeft: 1 }
      : {
          ...refusedBy(status, provider === undefined ? 'service' : 'upstream'),
          ...(outcome === 'cut' ? { AnswersCut: 1 } : {}),
        }),
    ...(outcome === 'failed-open'
      ? { FailedOpen: 1, [isReason(reason) ? failedOpenBecause[reason] : failedOpenOtherwise]: 1 }
      : {}),
    ...(receipt.retriedVerbatim === true ? { CompactedFormRejected: 1 } : {}),
    ...tokensOf(receipt),
    ...timesOf(receipt),
  }
}

/** Of a request that the service itself refused. */
export const refusalMetrics = ({ status }: Refusal): Measurements => ({
  ...request,
  ...refusedBy(status, 'service'),
})

/** Of a request whose upstream was never reached: it has no receipt. */
export const unreachedMetrics: Measurements = { ...request, UpstreamErrors: 1 }
