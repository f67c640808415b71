// What a receipt or a refusal adds to the metrics; no text of a request can become a metric.

import { describe, expect, it } from 'vitest'
import { defined } from '../../../core/collections/defined.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { exchangeMetrics, refusalMetrics } from '../../../core/metrics/exchange-metrics.ts'
import { failedOpenBecause, metricNames } from '../../../core/metrics/names.ts'
import { UpstreamFailed } from '../../../core/upstream/send.ts'
import { received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'

const proxied = (more: Parameters<typeof aReceipt>[0] = {}) => aReceipt({ provider: 'anthropic', ...more })

/** Of an exchange without faults. Zeros are written too, so that the average is a share. */
const fine = { Requests: 1, ServiceFaults: 0, UpstreamErrors: 0, FailedOpen: 0 }

describe('the metrics of an exchange', () => {
  it('are its tokens, its net saving and the time of each step', () => {
    const metrics = exchangeMetrics(
      proxied({
        tokensBefore: 1000,
        tokensAfter: 900,
        effectiveTokensBefore: 200,
        effectiveTokensAfter: 700.5,
        cacheRewriteTokens: 600,
        millisecondsPerStep: { authenticate: 1, limit: 2.5, compact: 4, forward: 300, relay: 2000 },
      }),
    )

    expect(metrics).toEqual({
      ...fine,
      InputTokensBefore: 1000,
      InputTokensAfter: 900,
      TokensSaved: 100,
      EffectiveTokensSaved: -500.5,
      CacheRewriteTokens: 600,
      AuthenticateMilliseconds: 1,
      LimitMilliseconds: 2.5,
      CompactMilliseconds: 4,
      ForwardMilliseconds: 300,
      RelayMilliseconds: 2000,
      AddedMilliseconds: 7.5,
    })
  })

  it('leave out tokens that were not counted', () => {
    expect(exchangeMetrics(proxied())).toEqual({ ...fine, AddedMilliseconds: 0 })
  })

  it('count observed savings apart from real ones', () => {
    const metrics = exchangeMetrics(
      proxied({ outcome: 'observed', tokensSaved: 30, tokensBefore: 50, tokensAfter: 50 }),
    )
    expect(metrics).toMatchObject({ TokensObserved: 30, TokensSaved: 0 })
  })

  it.each(Object.entries(failedOpenBecause))('count %s as %s', (reason, name) => {
    expect(exchangeMetrics(proxied({ outcome: 'failed-open', reason }))).toMatchObject({ FailedOpen: 1, [name]: 1 })
  })

  it.each(['toString', '__proto__', 'a reason of tomorrow', undefined])(
    'count the unknown reason %s with the others',
    (reason) => {
      const receipt = proxied({ outcome: 'failed-open', ...defined({ reason }) })
      expect(exchangeMetrics(receipt)).toEqual({ ...fine, FailedOpen: 1, FailedOpenOtherwise: 1, AddedMilliseconds: 0 })
    },
  )

  it.each([
    ['anthropic', 200, {}],
    ['anthropic', 429, { UpstreamThrottled: 1 }],
    ['anthropic', 400, { UpstreamRefused: 1 }],
    ['anthropic', 529, { UpstreamErrors: 1 }],
    [undefined, 503, { ServiceFaults: 1 }],
  ])('tell who refused or failed: %s, %d', (provider, status, expected) => {
    const said = exchangeMetrics(aReceipt({ status, ...defined({ provider }) }))
    expect(said).toEqual({ ...fine, AddedMilliseconds: 0, ...expected })
  })

  it('have only names of the list, whatever is in the receipt', () => {
    const metrics = exchangeMetrics(
      proxied({ model: 'canary', accountId: 'canary', millisecondsPerStep: { canary: 1, toString: 2 } }),
    )
    expect(Object.keys(metrics).filter((name) => !metricNames.some((known) => known === name))).toEqual([])
    expect(JSON.stringify(metrics)).not.toContain('canary')
  })
})

it.each([
  ['rate-limited', { Throttled: 1 }],
  ['not-entitled', { Refused: 1 }],
  ['service-unavailable', { ServiceFaults: 1 }],
] as const)('the refusal %s counts as a request and as a refusal of the service', (code, expected) => {
  expect(refusalMetrics(new Refusal(code, 'no'))).toEqual({ Requests: 1, ServiceFaults: 0, ...expected })
})

describe('every request is counted once', () => {
  const once = async (options: Parameters<typeof serviceInMemory>[0]) => {
    const { deployment, request, measured } = serviceInMemory(options)
    await received(await exchange({ name: 'pass-through' }, deployment)(request()))
    return measured
  }

  it('with a receipt', async () => {
    const measured = await once({ upstream: () => upstreamAnswer(503, ['{}']) })
    expect(measured).toMatchObject([{ Requests: 1, UpstreamErrors: 1 }])
  })

  it('without a receipt if the upstream was never reached', async () => {
    const unreachable = async () => Promise.reject(new UpstreamFailed('unreachable', false, 'no route'))
    expect(await once({ upstream: unreachable })).toEqual([{ Requests: 1, ServiceFaults: 0, UpstreamErrors: 1 }])
  })
})
