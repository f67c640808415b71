// The private bucket for exports of the ledger and, if the stage asks for it, DynamoDB's own export of the whole table once
// a month. docs/ledger.md describes both kinds of files.

import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledge, anyObjectOf } from '../nag/acknowledge.ts'
import { allow, serviceRole } from '../roles/service-role.ts'
import type { Stage } from '../stage/config.ts'
import { exportFailedName } from '../stage/names.ts'
import { removalPolicy } from '../stage/removal.ts'
import { EmptiedBucket } from './emptied-bucket.ts'

export interface LedgerExportProps {
  readonly ledger: TableV2
  readonly stage: Stage
}

/** Prefix of DynamoDB's own exports. The operator's command gets its prefix from its caller. */
const tablePrefix = 'table'

export class LedgerExport extends Construct {
  readonly bucket: Bucket

  constructor(scope: Construct, id: string, { ledger, stage }: LedgerExportProps) {
    super(scope, id)
    const { keepDays, everyMonth } = stage.ledgerExport
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(keepDays), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: removalPolicy(stage),
    })
    acknowledge(
      this.bucket,
      'S1',
      'Written once a month by two callers; who reads it stands in CloudTrail, if it is on.',
    )
    if (stage.removal === 'destroy') new EmptiedBucket(this, 'Emptied', { bucket: this.bucket, stage })
    if (everyMonth) this.exportEveryMonth(ledger, stage)
  }

  private exportEveryMonth(ledger: TableV2, stage: Stage): void {
    const { account, partition } = Stack.of(this)
    const objects = this.bucket.arnForObjects(`${tablePrefix}/*`)
    const failed = this.failedCalls(stage)
    const role = serviceRole(this, 'Role', 'scheduler.amazonaws.com', [
      allow(['dynamodb:ExportTableToPointInTime'], ledger.tableArn),
      // DynamoDB demands all three of an export, also where the bucket knows no access lists.
      allow(['s3:PutObject', 's3:PutObjectAcl', 's3:AbortMultipartUpload'], objects),
      allow(['sqs:SendMessage'], failed.queueArn),
    ])
    acknowledge(role, anyObjectOf(this.bucket, `${tablePrefix}/`), 'DynamoDB names the objects of an export.')
    new CfnSchedule(this, 'EveryMonth', {
      description: 'Context compaction: the whole ledger to S3, on the first of every month.',
      scheduleExpression: 'cron(0 3 1 * ? *)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: `arn:${partition}:scheduler:::aws-sdk:dynamodb:exportTableToPointInTime`,
        roleArn: role.roleArn,
        deadLetterConfig: { arn: failed.queueArn },
        input: Stack.of(this).toJsonString({
          TableArn: ledger.tableArn,
          S3Bucket: this.bucket.bucketName,
          S3BucketOwner: account,
          S3Prefix: tablePrefix,
          ExportFormat: 'DYNAMODB_JSON',
          // A second attempt with the same token starts no second export.
          ClientToken: '<aws.scheduler.execution-id>',
        }),
      },
    })
  }

  /** The scheduler counts the failures of an account's schedules together: only this queue says that it was ours, and why. */
  private failedCalls(stage: Stage): Queue {
    const failed = new Queue(this, 'Failed', {
      // Named, because an alarm of another stack watches it.
      queueName: exportFailedName(stage),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // What lies here is a reason, and no data.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    acknowledge(failed, 'SQS3', 'The scheduler has tried again before: nothing takes it from here but a person.')
    return failed
  }
}
