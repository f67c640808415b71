// A custom resource: one function under the CDK's provider framework, which always answers CloudFormation, with written-out
// roles and a log group with retention.

import { Duration } from 'aws-cdk-lib'
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Provider } from 'aws-cdk-lib/custom-resources'
import type { Construct } from 'constructs'
import { functionOf } from '../bundles/bundle-asset.ts'
import type { Bundle } from '../bundles/write-bundle.ts'
import { allow, serviceRole, writeLog } from '../roles/service-role.ts'

export interface CustomResourceProviderProps {
  readonly bundle: Bundle
  readonly description: string
  /** How long one call of the function may take, 15 at most. */
  readonly minutes: number
  readonly logGroup: LogGroup
  /** What the function may do in addition to writing its log. */
  readonly statements: readonly PolicyStatement[]
}

/** Makes the provider in `scope`. Each provider needs a scope of its own. */
export const customResourceProvider = (scope: Construct, props: CustomResourceProviderProps): Provider => {
  const { bundle, description, minutes, logGroup, statements } = props
  const onEventHandler = new LambdaFunction(scope, 'Handler', {
    description,
    ...functionOf(bundle),
    memorySize: 256,
    timeout: Duration.minutes(minutes),
    role: serviceRole(scope, 'HandlerRole', 'lambda.amazonaws.com', [...statements, writeLog(logGroup.logGroupArn)]),
    logGroup,
  })
  // The framework would add every version of the function to what its own may call: one is enough. When its first call is
  // denied, because the role is young, it asks whether the function is there: without that right it would wait in vain.
  const frameworkRole = serviceRole(scope, 'AnswerRole', 'lambda.amazonaws.com', [
    allow(['lambda:InvokeFunction', 'lambda:GetFunction'], onEventHandler.functionArn),
    writeLog(logGroup.logGroupArn),
  ])
  return new Provider(scope, 'Answer', {
    onEventHandler,
    frameworkOnEventRole: frameworkRole.withoutPolicyUpdates(),
    logGroup,
  })
}
