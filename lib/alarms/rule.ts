// What an alarm is made from, as data. Knows no metric.

import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch'

export interface Rule {
  /** Names the alarm and its section of the runbook. */
  readonly id: string
  readonly metric: IMetric
  /** A period of five minutes is bad at `atLeast` or above, or under `below`. */
  readonly bad: { readonly atLeast: number } | { readonly below: number }
  /** Periods that must be bad, of the last so many. */
  readonly periods: readonly [bad: number, of: number]
  readonly meaning: string
  /** A period without data is bad too: whatever should report has stopped. @default false */
  readonly silenceIsBad?: boolean
}
