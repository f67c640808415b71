// How a real-time endpoint changes to a new version: a second fleet starts, all calls move over, and the first fleet waits
// while the second is watched. If one of these alarms rings in that time, SageMaker rolls back by itself.

import { Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker'
import { Construct } from 'constructs'
import { compressorMetric } from '../metrics/service-metrics.ts'
import type { StageWithEndpoint } from '../stage/config.ts'

/** All calls move at once: a canary is at most half of a fleet, and most fleets here have one instance. */
const bakingSeconds = 300
const terminationSeconds = 120
/** Time limit of the whole update, after which SageMaker rolls back. */
const updateSeconds = 3600

const minute = Duration.minutes(1)
const rules = [
  {
    id: 'NewVersionFails',
    metricName: 'Invocation5XXErrors',
    statistic: Stats.SUM,
    atLeast: 3,
    minutes: 1,
    meaning: 'The compressor fails. During an update this rolls the new version back.',
  },
  {
    id: 'NewVersionIsSlow',
    metricName: 'ModelLatency',
    statistic: Stats.p(90),
    // Microseconds. No text takes nearly as long.
    atLeast: 10_000_000,
    minutes: 2,
    meaning: 'The compressor takes more than ten seconds. During an update this rolls the new version back.',
  },
] as const

export class CompressorRollback extends Construct {
  readonly deploymentConfig: CfnEndpoint.DeploymentConfigProperty

  constructor(scope: Construct, id: string, { stage }: { readonly stage: StageWithEndpoint }) {
    super(scope, id)
    const alarms = rules.map(
      ({ id: name, metricName, statistic, atLeast, minutes, meaning }) =>
        new Alarm(this, name, {
          alarmDescription: meaning,
          metric: compressorMetric(stage, metricName, statistic).with({ period: minute }),
          comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          threshold: atLeast,
          evaluationPeriods: minutes,
          treatMissingData: TreatMissingData.NOT_BREACHING,
        }),
    )
    this.deploymentConfig = {
      blueGreenUpdatePolicy: {
        trafficRoutingConfiguration: { type: 'ALL_AT_ONCE', waitIntervalInSeconds: bakingSeconds },
        terminationWaitInSeconds: terminationSeconds,
        maximumExecutionTimeoutInSeconds: updateSeconds,
      },
      autoRollbackConfiguration: { alarms: alarms.map(({ alarmName }) => ({ alarmName })) },
    }
  }
}
