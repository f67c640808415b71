// The function that counts the ledger's receipts into the sums. It stands with the ledger, because only the stack that makes a
// stream knows its name.

import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { CfnEventSourceMapping, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { functionOf } from '../bundles/bundle-asset.ts'
import { foldBundle } from '../bundles/shipped-bundles.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import { allow, serviceRole, writeLog } from '../roles/service-role.ts'
import type { Stage } from '../stage/config.ts'
import { foldLostName, foldName, tablePrefixOf } from '../stage/names.ts'
import { removalPolicy } from '../stage/removal.ts'

export interface SavingsFoldProps {
  readonly ledger: TableV2
  readonly savings: TableV2
  readonly stage: Stage
}

/** A stream keeps its records for a day: what cannot be counted is tried until then. */
const retrySeconds = 24 * 3_600
const batchSize = 1_000

export class SavingsFold extends Construct {
  constructor(scope: Construct, id: string, { ledger, savings, stage }: SavingsFoldProps) {
    super(scope, id)
    const { tableStreamArn } = ledger
    if (tableStreamArn === undefined) throw new Error('The ledger has no stream.')
    const { freshnessSeconds } = stage.savings
    const lost = new Queue(this, 'Lost', {
      queueName: foldLostName(stage),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // What lies here says which part of a stream was given up, and is no data. One that stayed would hold its name against a new stack.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    acknowledge(lost, 'SQS3', 'What lies here has failed for a day already: nothing takes it from here but a person.')
    const logGroup = new LogGroup(this, 'Log', {
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicy(stage),
    })
    const role = serviceRole(this, 'Role', 'lambda.amazonaws.com', [
      allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], tableStreamArn),
      allow(['dynamodb:ListStreams'], '*'),
      allow(
        foldActions.map((action) => `dynamodb:${action}`),
        savings.tableArn,
      ),
      allow(['sqs:SendMessage'], lost.queueArn),
      writeLog(logGroup.logGroupArn),
    ])
    acknowledge(
      role,
      'IAM5[Resource::*]',
      'Listing streams knows no resource; reading is bound to the one of the ledger.',
    )
    const fold = new LambdaFunction(this, 'Function', {
      // Named, like the queue, because alarms of another stack watch both.
      functionName: foldName(stage),
      description: 'Context compaction: counts the receipts of the ledger into sums.',
      ...functionOf(foldBundle),
      memorySize: 256,
      timeout: Duration.seconds(60),
      environment: { TABLE_PREFIX: tablePrefixOf(stage) },
      role,
      logGroup,
    })
    new CfnEventSourceMapping(this, 'Stream', {
      functionName: fold.functionName,
      eventSourceArn: tableStreamArn,
      startingPosition: 'TRIM_HORIZON',
      batchSize,
      maximumBatchingWindowInSeconds: freshnessSeconds,
      // The only events that name their shard; their state is not used.
      tumblingWindowInSeconds: freshnessSeconds,
      parallelizationFactor: 1,
      bisectBatchOnFunctionError: true,
      maximumRecordAgeInSeconds: retrySeconds,
      filterCriteria: { filters: [{ pattern: JSON.stringify({ eventName: ['INSERT'] }) }] },
      destinationConfig: { onFailure: { destination: lost.queueArn } },
    }).node.addDependency(role)
  }
}

/** What counting sends to the table of sums. */
export const foldActions: readonly string[] = ['GetItem', 'PutItem', 'UpdateItem']
