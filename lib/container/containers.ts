// The containers: the image, what one of them may do, and how many there are.

import { Duration } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { IVpc } from 'aws-cdk-lib/aws-ec2'
import {
  AwsLogDriverMode,
  CfnCluster,
  Cluster,
  ContainerImage,
  CpuArchitecture,
  Secret as EcsSecret,
  FargateService,
  FargateTaskDefinition,
  LogDriver,
  OperatingSystemFamily,
  PropagatedTagSource,
} from 'aws-cdk-lib/aws-ecs'
import type { Role } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { metricDimension, metricNamespace, openStreamsMetric, serviceName } from '../../core/metrics/names.ts'
import { bundleAsset } from '../bundles/bundle-asset.ts'
import { containerBundle } from '../bundles/shipped-bundles.ts'
import { ImageBuild } from '../image/image-build.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import { allow, serviceRole, writeLog } from '../roles/service-role.ts'
import { routeStatements } from '../routes/route-access.ts'
import { isArn } from '../stage/arn.ts'
import type { Stage } from '../stage/config.ts'
import { removalPolicy } from '../stage/removal.ts'
import { containerEnvironment, servesAll } from './container-environment.ts'

/** Fargate's longest time between SIGTERM and the end. */
const stopSeconds = 120
/** Streams of any kind take processor time as they open and end. */
const busyPercent = 60

export interface ContainersProps {
  readonly vpc: IVpc
  readonly stage: Stage
}

export class Containers extends Construct {
  readonly service: FargateService
  readonly port = 8080

  constructor(scope: Construct, id: string, { vpc, stage }: ContainersProps) {
    super(scope, id)
    const { fargate } = stage
    const image = new ImageBuild(this, 'Image', {
      context: bundleAsset(this, containerBundle),
      pinnedTag: undefined,
      logRetention: stage.logRetentionDays,
      architecture: 'arm64',
    })
    const log = new LogGroup(this, 'Log', {
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicy(stage),
    })
    const { headersSecret } = stage.telemetry
    const secret = headersSecret === undefined ? undefined : this.given(headersSecret)
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: fargate.cpu,
      memoryLimitMiB: fargate.memoryMb,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
      taskRole: serviceRole(this, 'Role', 'ecs-tasks.amazonaws.com', routeStatements(this, servesAll, stage)),
      executionRole: this.executionRole(image, log, secret).withoutPolicyUpdates(),
    })
    task.addContainer('service', {
      image: ContainerImage.fromRegistry(image.imageUri),
      portMappings: [{ containerPort: this.port }],
      environment: containerEnvironment(stage, this.port),
      ...(secret === undefined
        ? {}
        : { secrets: { OTEL_EXPORTER_OTLP_HEADERS: EcsSecret.fromSecretsManager(secret) } }),
      logging: LogDriver.awsLogs({ logGroup: log, streamPrefix: 'service', mode: AwsLogDriverMode.NON_BLOCKING }),
      readonlyRootFilesystem: true,
      stopTimeout: Duration.seconds(stopSeconds),
    })
    task.node.addDependency(image)
    acknowledge(
      task,
      'ECS2',
      'They are names of tables, upstreams and times. What is secret comes from Secrets Manager.',
    )

    const cluster = new CfnCluster(this, 'Cluster', {
      clusterSettings: [{ name: 'containerInsights', value: 'enabled' }],
    })
    this.service = new FargateService(this, 'Service', {
      cluster: Cluster.fromClusterAttributes(this, 'Known', { clusterName: cluster.ref, vpc, hasEc2Capacity: false }),
      taskDefinition: task,
      vpcSubnets: { subnets: vpc.privateSubnets },
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { rollback: true },
      healthCheckGracePeriod: Duration.seconds(60),
      // Fargate is paid by the task: without its tags the bill does not know whose it is.
      propagateTags: PropagatedTagSource.SERVICE,
    })
    this.scale(stage)
  }

  /** The secret of the operator, by its name or by its ARN. */
  private given(secret: string): ISecret {
    return isArn(secret)
      ? Secret.fromSecretCompleteArn(this, 'Headers', secret)
      : Secret.fromSecretNameV2(this, 'Headers', secret)
  }

  private executionRole(image: ImageBuild, log: LogGroup, secret: ISecret | undefined): Role {
    const role = serviceRole(this, 'ExecutionRole', 'ecs-tasks.amazonaws.com', [
      allow(
        ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
        image.repository.repositoryArn,
      ),
      allow(['ecr:GetAuthorizationToken'], '*'),
      writeLog(log.logGroupArn),
      // AWS puts six characters behind the name of a secret.
      ...(secret === undefined
        ? []
        : [allow(['secretsmanager:GetSecretValue'], secret.secretFullArn ?? `${secret.secretArn}-??????`)]),
    ])
    acknowledge(role, 'IAM5[Resource::*]', 'ecr:GetAuthorizationToken has no resource to be limited to.')
    return role
  }

  /** By open streams, which say what a container holds, and by processor, which says what it does. */
  private scale({ fargate, prefix }: Stage): void {
    const count = this.service.autoScaleTaskCount({
      minCapacity: fargate.minimumContainers,
      maxCapacity: fargate.maximumContainers,
    })
    const cooldowns = { scaleOutCooldown: Duration.seconds(60), scaleInCooldown: Duration.minutes(10) }
    count.scaleToTrackCustomMetric('OpenStreams', {
      // Every container tells as often as the others: the average is that of a container.
      metric: new Metric({
        namespace: metricNamespace,
        metricName: openStreamsMetric,
        dimensionsMap: { [metricDimension]: serviceName(prefix) },
        statistic: Stats.AVERAGE,
        period: Duration.minutes(1),
      }),
      targetValue: fargate.streamsPerContainer,
      ...cooldowns,
    })
    count.scaleOnCpuUtilization('Processor', { targetUtilizationPercent: busyPercent, ...cooldowns })
  }
}
