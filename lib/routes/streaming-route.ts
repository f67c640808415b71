// One route: a function with its own role, its own log group and a streaming URL. Knows nothing of the other routes.

import { CrossStackReferences, Duration, ReferenceStrength } from 'aws-cdk-lib'
import {
  type Alias,
  type FunctionUrl,
  FunctionUrlAuthType,
  InvokeMode,
  Function as LambdaFunction,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { defined } from '../../core/collections/defined.ts'
import type { Route } from '../../lambdas/routes.ts'
import { functionOf } from '../bundles/bundle-asset.ts'
import { routeBundle, workerBundle } from '../bundles/shipped-bundles.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import { serviceRole, writeLog } from '../roles/service-role.ts'
import type { Stage } from '../stage/config.ts'
import { hasEndpoint } from '../stage/names.ts'
import { removalPolicy } from '../stage/removal.ts'
import { routeStatements } from './route-access.ts'
import { routeEnvironment } from './route-environment.ts'

export interface StreamingRouteProps {
  readonly route: Route
  readonly stage: Stage
}

export class StreamingRoute extends Construct {
  readonly route: Route
  readonly function: LambdaFunction
  /** What callers reach: a version stands behind it, and another one takes its place as a deployment says. */
  readonly alias: Alias
  /** Absent in a stage without function URLs. */
  readonly url: FunctionUrl | undefined
  readonly logGroup: LogGroup

  constructor(scope: Construct, id: string, { route, stage }: StreamingRouteProps) {
    super(scope, id)
    this.route = route
    this.logGroup = new LogGroup(this, 'Log', {
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicy(stage),
    })
    // A role of its own instead of the managed policy, which allows creating and writing every log group of the account.
    const role = serviceRole(this, 'Role', 'lambda.amazonaws.com', [
      ...routeStatements(this, route, stage),
      writeLog(this.logGroup.logGroupArn),
    ])
    this.function = new LambdaFunction(this, 'Function', {
      description: `Context compaction: ${route.paths.join(' ')}`,
      ...functionOf({
        ...routeBundle(route),
        ...(route.uses.compressor && !hasEndpoint(stage) ? { beside: workerBundle } : {}),
      }),
      memorySize: stage.functions.memoryMb,
      timeout: Duration.seconds(stage.functions.timeoutSeconds),
      environment: routeEnvironment(route, stage),
      role,
      logGroup: this.logGroup,
      ...defined({ reservedConcurrentExecutions: stage.functions.reservedConcurrency }),
      // The CDK adds the URL's permission.
      tracing: stage.functions.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
    })
    if (stage.functions.tracing)
      acknowledge(
        this,
        'IAM5[Resource::*]',
        'X-Ray takes traces of a whole account: it has no resource to be limited to.',
      )
    this.alias = this.function.addAlias('live')
    // The service key authenticates. IAM's signature would take the place of the provider's Authorization header.
    this.url = stage.functionUrls
      ? this.alias.addFunctionUrl({ authType: FunctionUrlAuthType.NONE, invokeMode: InvokeMode.RESPONSE_STREAM })
      : undefined
    // The front door and the canary hold on to it: a stack whose template did not change is not deployed again, and would go
    // on to an address that is gone. This way the address cannot go while somebody leads to it.
    if (this.url !== undefined) CrossStackReferences.of(this.url).produce(ReferenceStrength.STRONG)
  }
}
