// The tables of adapters/dynamo/tables.ts, and the bucket for exports of the ledger. The functions' own files say who may
// use the tables.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { type TableId, type TableShape, tableName, tables } from '../../adapters/dynamo/tables.ts'
import { defined } from '../../core/collections/defined.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import type { Stage } from '../stage/config.ts'
import { removalPolicy } from '../stage/removal.ts'
import { LedgerExport } from '../storage/ledger-export.ts'
import { SavingsFold } from '../storage/savings-fold.ts'

const tableIds = Object.keys(tables).filter((id): id is TableId => id in tables)

const text = (name: string) => ({ name, type: AttributeType.STRING })

export class StorageStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, { description: 'Context compaction: keys, accounts, limits, receipts and chains.', ...props })
    const made = new Map(tableIds.map((table) => [table, this.add(table, tables[table], stage)]))
    const ledger = made.get('ledger')
    const savings = made.get('savings')
    if (ledger === undefined || savings === undefined) throw new Error('There is no ledger among the tables.')
    const { bucket } = new LedgerExport(this, 'LedgerExport', { ledger, stage })
    new CfnOutput(this, 'LedgerExportBucket', { value: bucket.bucketName })
    if (stage.savings.enabled) new SavingsFold(this, 'SavingsFold', { ledger, savings, stage })
  }

  private add(id: TableId, shape: TableShape, stage: Stage): Table {
    const { partitionKey, sortKey, expiryAttribute, index, stream, pointInTimeRecovery } = shape
    const table = new Table(this, id, {
      // Named, because functions and the operator's commands find tables by their prefix.
      tableName: tableName(stage.prefix, id),
      partitionKey: text(partitionKey),
      ...(sortKey === undefined ? {} : { sortKey: text(sortKey) }),
      ...defined({ timeToLiveAttribute: expiryAttribute, stream: stream && StreamViewType[stream] }),
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: pointInTimeRecovery },
      removalPolicy: removalPolicy(stage),
      deletionProtection: stage.removal === 'retain',
    })
    if (index !== undefined)
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
        projectionType: ProjectionType[index.projection ?? 'ALL'],
      })
    if (!pointInTimeRecovery)
      acknowledge(
        table,
        'DDB3',
        'Counters start again at zero, sums are made from the ledger, and people sign in again: nothing here is worth restoring.',
      )
    new CfnOutput(this, `${id}Table`, { value: table.tableName })
    return table
  }
}
