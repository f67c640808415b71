// Builds an image in the account during a deployment, without Docker on the deploying machine and without fetching at
// synthesis. The tag is the hash of the build's context, so the same content is the same image and is not built again. A
// pinned tag builds nothing.

import { readFileSync } from 'node:fs'
import { CustomResource, Duration, RemovalPolicy } from 'aws-cdk-lib'
import { CfnProject, ComputeType, LinuxArmBuildImage, LinuxBuildImage } from 'aws-cdk-lib/aws-codebuild'
import { Repository, TagMutability } from 'aws-cdk-lib/aws-ecr'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Asset } from 'aws-cdk-lib/aws-s3-assets'
import type { Provider } from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import { imageWaitBundle } from '../bundles/shipped-bundles.ts'
import { customResourceProvider } from '../custom-resource/provider.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import { allow, serviceRole, writeLog } from '../roles/service-role.ts'

export interface ImageBuildProps {
  /** A directory with a Dockerfile. */
  readonly context: Asset
  /** Tag of an image that was built before and is to run again. */
  readonly pinnedTag: string | undefined
  readonly logRetention: RetentionDays
  /** What it runs on; built on the same. */
  readonly architecture: keyof typeof builders
}

/** By architecture: CodeBuild's image, and how it names such machines. */
const builders = {
  amd64: { type: 'LINUX_CONTAINER', image: LinuxBuildImage.STANDARD_8_0 },
  arm64: { type: 'ARM_CONTAINER', image: LinuxArmBuildImage.AMAZON_LINUX_2023_STANDARD_3_0 },
} as const

const buildMinutes = 12
/** The longest time that a function can run. The build ends earlier. */
const waitMinutes = 15
/** Enough for a rollback. The images in use are among them. */
const imagesKept = 10

/** Tells the script that there is no source: the image exists, or the deployment fails. */
const noSource = 'none'

const script = readFileSync(new URL('./image-build.sh', import.meta.url), 'utf8')

export class ImageBuild extends Construct {
  readonly repository: Repository
  readonly tag: string
  /** Use it only in resources that depend on this construct. */
  readonly imageUri: string

  constructor(scope: Construct, id: string, { context, pinnedTag, logRetention, architecture }: ImageBuildProps) {
    super(scope, id)
    this.repository = new Repository(this, 'Repository', {
      imageTagMutability: TagMutability.IMMUTABLE,
      imageScanOnPush: true,
      lifecycleRules: [{ maxImageCount: imagesKept }],
      removalPolicy: RemovalPolicy.DESTROY,
      emptyOnDelete: true,
    })
    this.tag = pinnedTag ?? context.assetHash
    this.imageUri = this.repository.repositoryUriForTag(this.tag)

    const log = new LogGroup(this, 'Log', { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY })
    const project = this.project(context, log, architecture)
    const image = new CustomResource(this, 'Image', {
      resourceType: 'Custom::ContainerImage',
      serviceToken: this.provider(project, log).serviceToken,
      // Otherwise CloudFormation would wait an hour for an answer that never comes.
      serviceTimeout: Duration.minutes(waitMinutes + 5),
      // A pinned image was not built from this checkout.
      properties: {
        project: project.ref,
        tag: this.tag,
        source: pinnedTag === undefined ? context.s3ObjectUrl : noSource,
      },
    })
    image.node.addDependency(project, this.repository)
  }

  /** L1: the L2 gives its role wildcards for logs and reports. */
  private project(context: Asset, log: LogGroup, architecture: keyof typeof builders): CfnProject {
    const { repository } = this
    const role = serviceRole(this, 'BuildRole', 'codebuild.amazonaws.com', [
      writeLog(log.logGroupArn),
      allow(['s3:GetObject'], context.bucket.arnForObjects(context.s3ObjectKey)),
      allow(
        [
          'ecr:BatchCheckLayerAvailability',
          'ecr:BatchGetImage',
          'ecr:CompleteLayerUpload',
          'ecr:DescribeImages',
          'ecr:InitiateLayerUpload',
          'ecr:PutImage',
          'ecr:UploadLayerPart',
        ],
        repository.repositoryArn,
      ),
      allow(['ecr:GetAuthorizationToken'], '*'),
    ])
    acknowledge(role, 'IAM5[Resource::*]', 'ecr:GetAuthorizationToken has no resource to be limited to.')
    const project = new CfnProject(this, 'Project', {
      serviceRole: role.roleArn,
      artifacts: { type: 'NO_ARTIFACTS' },
      source: {
        type: 'NO_SOURCE',
        buildSpec: JSON.stringify({ version: '0.2', phases: { build: { commands: [script] } } }),
      },
      environment: {
        type: builders[architecture].type,
        computeType: ComputeType.SMALL,
        image: builders[architecture].image.imageId,
        privilegedMode: true,
        environmentVariables: [
          { name: 'REPOSITORY', value: repository.repositoryName },
          { name: 'REGISTRY', value: repository.registryUri },
          { name: 'PLATFORM', value: `linux/${architecture}` },
        ],
      },
      logsConfig: { cloudWatchLogs: { status: 'ENABLED', groupName: log.logGroupName } },
      timeoutInMinutes: buildMinutes,
    })
    acknowledge(project, 'CB4', 'The project has no artifacts that could be encrypted.')
    return project
  }

  private provider(project: CfnProject, logGroup: LogGroup): Provider {
    return customResourceProvider(this, {
      bundle: imageWaitBundle,
      description: 'Starts the build of an image and waits for it.',
      minutes: waitMinutes,
      logGroup,
      statements: [allow(['codebuild:StartBuild', 'codebuild:BatchGetBuilds'], project.attrArn)],
    })
  }
}
