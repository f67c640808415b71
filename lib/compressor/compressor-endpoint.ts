// The compressor behind SageMaker: its image, its model, and an endpoint that is real-time with scaling, or serverless.
// Model and configuration have no names of their own: a change makes new ones, and the endpoint switches to them without a
// gap.

import { RemovalPolicy } from 'aws-cdk-lib'
import { CfnScalableTarget, CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling'
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker'
import { Construct } from 'constructs'
import { bundleAsset } from '../bundles/bundle-asset.ts'
import { compressorBundle } from '../bundles/shipped-bundles.ts'
import { ImageBuild } from '../image/image-build.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import { allow, serviceRole } from '../roles/service-role.ts'
import type { RealTimeCompressor } from '../stage/compressor-fields.ts'
import type { StageWithEndpoint } from '../stage/config.ts'
import { endpointName, variantName } from '../stage/names.ts'
import { CompressorRollback } from './compressor-rollback.ts'

/** `/ping` answers as soon as the engines are loaded. */
const startupSeconds = 180
/** Adding an instance takes minutes, so removing one too early costs more than keeping it. */
const scaleOutSeconds = 60
const scaleInSeconds = 600

export class CompressorEndpoint extends Construct {
  readonly endpointName: string
  readonly image: ImageBuild

  constructor(scope: Construct, id: string, { stage }: { readonly stage: StageWithEndpoint }) {
    super(scope, id)
    this.endpointName = endpointName(stage)
    const { compressor } = stage
    const realTime = compressor.kind === 'real-time'

    this.image = new ImageBuild(this, 'Image', {
      context: bundleAsset(this, compressorBundle),
      pinnedTag: compressor.imageTag,
      logRetention: stage.logRetentionDays,
      architecture: 'amd64',
    })
    // Made here with its retention, under the name that SageMaker uses, so that none is left behind.
    const log = new LogGroup(this, 'Log', {
      logGroupName: `/aws/sagemaker/Endpoints/${this.endpointName}`,
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const model = new CfnModel(this, 'Model', {
      executionRoleArn: this.executionRole(this.image, log, realTime).roleArn,
      primaryContainer: { image: this.image.imageUri },
      // Nothing can leave the container over the network. Serverless inference does not support isolation.
      enableNetworkIsolation: realTime,
    })
    model.node.addDependency(this.image)

    const variant = { variantName, modelName: model.attrModelName }
    const configuration = new CfnEndpointConfig(this, realTime ? 'RealTime' : 'Serverless', {
      productionVariants: [
        compressor.kind === 'real-time'
          ? {
              ...variant,
              instanceType: compressor.instanceType,
              initialInstanceCount: compressor.minimumInstances,
              initialVariantWeight: 1,
              containerStartupHealthCheckTimeoutInSeconds: startupSeconds,
              // Batches differ in length by orders of magnitude.
              routingConfig: { routingStrategy: 'LEAST_OUTSTANDING_REQUESTS' },
            }
          : {
              ...variant,
              initialVariantWeight: 1,
              serverlessConfig: {
                memorySizeInMb: compressor.memoryMb,
                maxConcurrency: compressor.maximumConcurrency,
              },
            },
      ],
    })
    const endpoint = new CfnEndpoint(this, realTime ? 'RealTimeEndpoint' : 'ServerlessEndpoint', {
      endpointName: this.endpointName,
      endpointConfigName: configuration.attrEndpointConfigName,
      ...(realTime
        ? {
            // A new version starts with the number of instances to which the old one had scaled.
            retainAllVariantProperties: true,
            deploymentConfig: new CompressorRollback(this, 'Rollback', { stage }).deploymentConfig,
          }
        : {}),
    })
    endpoint.node.addDependency(log)
    if (compressor.kind === 'real-time') this.scale(endpoint, compressor)
  }

  private executionRole(image: ImageBuild, log: LogGroup, rollsBack: boolean): Role {
    const role = serviceRole(this, 'ExecutionRole', 'sagemaker.amazonaws.com', [
      allow(
        ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
        image.repository.repositoryArn,
      ),
      allow(['logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'], log.logGroupArn),
      allow(['ecr:GetAuthorizationToken'], '*'),
      // As this role SageMaker looks at the alarms that take a new version back: without the right they take nothing back.
      ...(rollsBack ? [allow(['cloudwatch:DescribeAlarms'], '*')] : []),
      new PolicyStatement({
        actions: ['cloudwatch:PutMetricData'],
        resources: ['*'],
        conditions: { StringEquals: { 'cloudwatch:namespace': ['AWS/SageMaker', '/aws/sagemaker/Endpoints'] } },
      }),
    ])
    acknowledge(
      role,
      'IAM5[Resource::*]',
      'ecr:GetAuthorizationToken and cloudwatch:PutMetricData have no resource to be limited to; the latter is limited to the namespaces of SageMaker. Alarms are only looked at, by name.',
    )
    return role
  }

  /**
   * Follows the number of simultaneous requests per instance, which says more than their rate and is known every ten
   * seconds.
   */
  private scale(endpoint: CfnEndpoint, bounds: RealTimeCompressor): void {
    const target = new CfnScalableTarget(this, 'Instances', {
      serviceNamespace: 'sagemaker',
      scalableDimension: 'sagemaker:variant:DesiredInstanceCount',
      resourceId: `endpoint/${this.endpointName}/variant/${variantName}`,
      minCapacity: bounds.minimumInstances,
      maxCapacity: bounds.maximumInstances,
    })
    target.node.addDependency(endpoint)
    new CfnScalingPolicy(this, 'Scaling', {
      policyName: `${this.endpointName}-requests-at-once`,
      policyType: 'TargetTrackingScaling',
      scalingTargetId: target.ref,
      targetTrackingScalingPolicyConfiguration: {
        predefinedMetricSpecification: {
          predefinedMetricType: 'SageMakerVariantConcurrentRequestsPerModelHighResolution',
        },
        targetValue: bounds.requestsPerInstance,
        scaleInCooldown: scaleInSeconds,
        scaleOutCooldown: scaleOutSeconds,
      },
    })
  }
}
