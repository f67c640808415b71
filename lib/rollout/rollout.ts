// How functions take on a new version: one request in ten goes to it for five minutes, then all of them. If one of these alarms
// rings meanwhile, CodeDeploy gives all requests back to the version before, and the deployment fails.

import { Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import type { Role } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { addedTimeMilliseconds } from '../alarms/alarm-rules.ts'
import { own, sumOf } from '../metrics/service-metrics.ts'
import { acknowledge, anyVersionOf } from '../nag/acknowledge.ts'
import { allow, serviceRole } from '../roles/service-role.ts'
import type { StreamingRoute } from '../routes/streaming-route.ts'
import type { Stage } from '../stage/config.ts'

export interface RolloutProps {
  readonly routes: readonly StreamingRoute[]
  readonly stage: Stage
}

/** The alarms for people look at five minutes and more: too long for a version that is on trial for five. */
const minute = Duration.minutes(1)

const rulesOf = ({ routes, stage }: RolloutProps) =>
  [
    {
      id: 'NewVersionFails',
      metric: sumOf(
        'errors',
        routes.map(({ function: lambda }) => lambda.metricErrors({ period: minute })),
      ).with({ period: minute }),
      atLeast: 5,
      minutes: 1,
      meaning: 'Functions fail. While a new version is being taken on, this takes it back.',
    },
    {
      id: 'NewVersionIsAtFault',
      metric: own(stage, 'ServiceFaults').with({ period: minute }),
      atLeast: 5,
      minutes: 1,
      meaning: 'The service itself answers 500 or 503. While a new version is being taken on, this takes it back.',
    },
    {
      id: 'NewVersionIsSlow',
      metric: own(stage, 'AddedMilliseconds', Stats.p(99)).with({ period: minute }),
      atLeast: addedTimeMilliseconds(stage),
      minutes: 3,
      meaning: 'Requests wait too long for the service. While a new version is being taken on, this takes it back.',
    },
  ] as const

export class Rollout extends Construct {
  constructor(scope: Construct, id: string, props: RolloutProps) {
    super(scope, id)
    const alarms = rulesOf(props).map(
      ({ id: name, metric, atLeast, minutes, meaning }) =>
        new Alarm(this, name, {
          alarmDescription: meaning,
          metric,
          comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          threshold: atLeast,
          evaluationPeriods: minutes,
          treatMissingData: TreatMissingData.NOT_BREACHING,
        }),
    )
    const application = new LambdaApplication(this, 'Application')
    const role = this.role(props)
    for (const { route, alias } of props.routes)
      new LambdaDeploymentGroup(this, route.name, {
        application,
        alias,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        // The CDK would attach a managed policy for all functions of the account.
        role: role.withoutPolicyUpdates(),
      })
  }

  private role({ routes }: RolloutProps): Role {
    const functions = routes.map(({ function: lambda }) => lambda.functionArn)
    const role = serviceRole(this, 'Role', 'codedeploy.amazonaws.com', [
      allow(['cloudwatch:DescribeAlarms'], '*'),
      allow(['lambda:GetAlias', 'lambda:UpdateAlias'], ...functions),
      allow(['lambda:GetProvisionedConcurrencyConfig'], ...functions.map((arn) => `${arn}:*`)),
    ])
    for (const { function: lambda } of routes)
      acknowledge(
        role,
        anyVersionOf(lambda),
        'Versions have numbers that nobody knows beforehand; it only looks at them.',
      )
    acknowledge(
      role,
      'IAM5[Resource::*]',
      'CodeDeploy asks for alarms by name, as its own policy lets it: reading only.',
    )
    return role
  }
}
