// Counts of things that should not happen, as embedded metrics: written at once, so that a freeze or a crash loses none.

import { type Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { CountMetric } from '../core/ports.ts'

export const powertoolsCount =
  (metrics: Metrics): CountMetric =>
  (name) =>
    metrics.singleMetric().addMetric(name, MetricUnit.Count, 1)
