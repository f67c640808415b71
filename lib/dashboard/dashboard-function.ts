// The function of the dashboard: pages, files, JSON and sign-in. Buffered, because nothing of it streams.

import { Duration, Stack } from 'aws-cdk-lib'
import { type FunctionUrl, FunctionUrlAuthType, InvokeMode, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { deploymentSecretName } from '../../core/access/keys/deployment-secrets.ts'
import { functionOf } from '../bundles/bundle-asset.ts'
import { dashboardBundle } from '../bundles/shipped-bundles.ts'
import { allow, serviceRole, writeLog } from '../roles/service-role.ts'
import { acceptedSecrets } from '../routes/origin-secrets.ts'
import type { Stage } from '../stage/config.ts'
import { dashboardName, dashboardParameter, tablePrefixOf } from '../stage/names.ts'
import { removalPolicy } from '../stage/removal.ts'
import { mayReadDeploymentSecret } from '../storage/deployment-secret.ts'
import { dashboardStatements } from './access.ts'

/** A person waits. */
const timeoutSeconds = 15
const memoryMb = 512

export class DashboardFunction extends Construct {
  readonly function: LambdaFunction
  readonly url: FunctionUrl

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id)
    const { identity } = stage.dashboard
    const logGroup = new LogGroup(this, 'Log', {
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicy(stage),
    })
    const parameter = dashboardParameter(stage)
    const secretArn = identity.kind === 'oidc' ? identity.clientSecretArn : undefined
    this.function = new LambdaFunction(this, 'Function', {
      // Named, because an alarm of another stack watches it.
      functionName: dashboardName(stage),
      description: 'Context compaction: the dashboard.',
      ...functionOf(dashboardBundle),
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      environment: {
        TABLE_PREFIX: tablePrefixOf(stage),
        SETTINGS_PARAMETER: parameter,
        ORIGIN_SECRETS: acceptedSecrets(stage),
        DEPLOYMENT_SECRET_NAME: deploymentSecretName(stage.prefix),
      },
      role: serviceRole(this, 'Role', 'lambda.amazonaws.com', [
        ...dashboardStatements(this, stage),
        mayReadDeploymentSecret(this, stage),
        // By name: the parameter is made from what is made from this function.
        allow(
          ['ssm:GetParameter'],
          Stack.of(this).formatArn({ service: 'ssm', resource: 'parameter', resourceName: parameter.slice(1) }),
        ),
        ...(secretArn === undefined ? [] : [allow(['secretsmanager:GetSecretValue'], secretArn)]),
        writeLog(logGroup.logGroupArn),
      ]),
      logGroup,
    })
    this.url = this.function.addFunctionUrl({ authType: FunctionUrlAuthType.NONE, invokeMode: InvokeMode.BUFFERED })
  }
}
