// Computes what a month costs, line by line, from a stage, its use and AWS's prices. Knows nothing of how it is shown.

import { metricNames } from '../../core/metrics/names.ts'
import type { Stage, StageWithEndpoint } from '../stage/config.ts'
import { hasEndpoint } from '../stage/names.ts'
import { busy, dashboardLook, standing, tableOperations, tableUnits } from './assumptions.ts'
import { type PriceName, prices } from './prices.ts'

export interface Line {
  readonly what: string
  /** How the quantity is computed. */
  readonly how: string
  readonly quantity: number
  readonly price: PriceName
}

export const dollars = ({ quantity, price }: Line): number => quantity * prices[price].dollars

export const total = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + dollars(line), 0)

const line = (what: string, price: PriceName, quantity: number, how: string): Line => ({ what, how, quantity, price })

const kbPerGb = 1_000_000
const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 })
const shown = (...factors: readonly number[]): string => factors.map((factor) => number.format(factor)).join(' × ')

/** A line whose quantity is a product, with the factors as its explanation. */
const product = (what: string, price: PriceName, factors: readonly number[], divisor = 1): Line =>
  line(
    what,
    price,
    factors.reduce((sum, factor) => sum * factor, 1) / divisor,
    shown(...factors) + (divisor === 1 ? '' : ` / ${number.format(divisor)}`),
  )

/** The lines of a month without requests. */
export const idleMonth = (stage: Stage): readonly Line[] => [
  ...(stage.compressor.kind === 'real-time'
    ? [product('Compressor', 'instanceHour', [stage.compressor.minimumInstances, standing.hours])]
    : []),
  product('Alarms', 'alarmMetricMonth', [standing.alarmMetrics]),
  product('Dashboard', 'dashboardMonth', [standing.dashboards]),
  product('Secrets of the front door and of the tables', 'secretMonth', [standing.secrets]),
  ...(hasEndpoint(stage) ? [product('Images', 'imageGbMonth', [standing.imageGb])] : []),
]

/** Each operation with its number per request, configured limits included. */
const operations = (): readonly (readonly [keyof typeof tableUnits, number])[] => [
  ['GetItem chains', tableOperations.perRequest['GetItem chains'] + busy.recordsBeside + busy.usesRead],
  ['PutItem chains', tableOperations.perRequest['PutItem chains'] + busy.recordsBefore],
  ['UpdateItem chains', busy.usesNoted],
  ['PutItem ledger', tableOperations.perRequest['PutItem ledger']],
  ['GetItem rate-limits', tableOperations.perLimit['GetItem rate-limits'] * busy.limits],
  ['UpdateItem rate-limits', tableOperations.perLimit['UpdateItem rate-limits'] * busy.limits * busy.updatesPerCharge],
]

/** In a function it takes part in the time that functions wait for the model. */
const compressorLines = (stage: Stage): readonly Line[] => (hasEndpoint(stage) ? endpointLines(stage) : [])

const endpointLines = ({ compressor }: StageWithEndpoint): readonly Line[] => [
  compressor.kind === 'real-time'
    ? product('Compressor', 'instanceHour', [busy.instances, standing.hours])
    : product(
        'Compressor',
        'serverlessGbSecond',
        [busy.requests, busy.compressorCalls, busy.compressorSeconds, compressor.memoryMb],
        1024,
      ),
  product(
    'To and from the compressor',
    'inferenceGb',
    [busy.requests, busy.compressorCalls, busy.compressorKb],
    kbPerGb,
  ),
]

/** What people look at. Cognito charges for the people themselves, beyond a free number. */
const dashboardLines = ({ dashboard }: Stage): readonly Line[] => {
  const { requests, functionSeconds, memoryMb, readUnits, answerKb } = dashboardLook
  const looks = busy.dashboardLooks
  if (!dashboard.enabled) return []
  return [
    product('Looks at savings', 'lambdaGbSecond', [looks, requests, functionSeconds, memoryMb], 1024),
    product('Looks, reads', 'readUnit', [looks, readUnits]),
    product('Looks, requests', 'edgeRequest', [looks, requests]),
    product('Looks, answers', 'edgeGbToCaller', [looks, answerKb], kbPerGb),
  ]
}

/** The lines of a busy month, with those of an idle one. */
export const busyMonth = (stage: Stage): readonly Line[] => [
  product('Functions', 'lambdaGbSecond', [busy.requests, busy.seconds, stage.functions.memoryMb], 1024),
  product('Invocations', 'lambdaRequest', [busy.requests]),
  ...compressorLines(stage),
  ...operations().map(([operation, times]) =>
    product(operation, operation.startsWith('Get') ? 'readUnit' : 'writeUnit', [
      busy.requests,
      times,
      tableUnits[operation],
    ]),
  ),
  ...(stage.savings.enabled
    ? [
        product('Sums written', 'writeUnit', [busy.requests, busy.sumsWrites]),
        product('Sums read', 'readUnit', [busy.requests, busy.sumsWrites]),
        product(
          'Counting',
          'lambdaGbSecond',
          [busy.requests, busy.foldCalls, busy.foldSeconds, busy.foldMemoryMb],
          1024,
        ),
        product('Calls to count', 'lambdaRequest', [busy.requests, busy.foldCalls]),
      ]
    : []),
  // A receipt is stored in the table and again in its index.
  product('Receipts kept', 'tableGbMonth', [busy.requests, busy.ledgerMonths, busy.ledgerKb, 2], kbPerGb),
  product('Conversations kept', 'tableGbMonth', [busy.requests, busy.chainKb], kbPerGb),
  product(
    'Recovery of both',
    'recoveryGbMonth',
    [busy.requests, busy.ledgerMonths * busy.ledgerKb * 2 + busy.chainKb],
    kbPerGb,
  ),
  product('Front door', 'edgeRequest', [busy.requests]),
  product('Edge functions', 'edgeFunctionCall', [busy.requests, 2]),
  product('Requests to functions', 'edgeGbToOrigin', [busy.requests, busy.bodyKb], kbPerGb),
  product('Answers to callers', 'edgeGbToCaller', [busy.requests, busy.answerKb], kbPerGb),
  product('Requests to the provider', 'internetGb', [busy.requests, busy.forwardedKb], kbPerGb),
  product('Logs written', 'logGb', [busy.requests, busy.logKb], kbPerGb),
  product('Access logs written', 'logGb', [busy.requests, busy.accessLogKb], kbPerGb),
  product('Logs kept', 'logGbMonth', [busy.requests, busy.logKb + busy.accessLogKb], kbPerGb),
  product('Traces', 'trace', [busy.requests, busy.tracedShare]),
  ...dashboardLines(stage),
  product('Metrics', 'metricMonth', [metricNames.length]),
  ...idleMonth(stage).filter(({ what }) => what !== 'Compressor'),
]

/** The additional lines of a stage with AWS's managed firewall. */
export const firewallMonth: readonly Line[] = [
  product('Web ACL', 'webAclMonth', [1]),
  product('Alarm', 'alarmMetricMonth', [standing.firewallAlarms]),
  product('Rules', 'webAclRuleMonth', [standing.firewallRules]),
  product('Requests', 'webAclRequest', [busy.requests]),
]
