// The tables of adapters/dynamo/tables/tables.ts, and the bucket for exports of the ledger. The functions' own files say who may
// use the tables.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { tableIds } from '../../adapters/dynamo/tables/tables.ts'
import type { Stage } from '../stage/config.ts'
import { deploymentSecret } from '../storage/deployment-secret.ts'
import { LedgerExport } from '../storage/ledger-export.ts'
import { operatorPolicy } from '../storage/operator-access.ts'
import { SavingsFold } from '../storage/savings-fold.ts'
import { serviceTable } from '../storage/service-table.ts'

export class StorageStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, { description: 'Context compaction: keys, accounts, limits, receipts and chains.', ...props })
    const made = new Map(tableIds.map((table) => [table, serviceTable(this, table, stage)]))
    for (const [table, { tableName }] of made) new CfnOutput(this, `${table}Table`, { value: tableName })
    deploymentSecret(this, stage)
    new CfnOutput(this, 'OperatorPolicy', { value: operatorPolicy(this, stage).managedPolicyArn })
    const ledger = made.get('ledger')
    const savings = made.get('savings')
    if (ledger === undefined || savings === undefined) throw new Error('There is no ledger among the tables.')
    const { bucket } = new LedgerExport(this, 'LedgerExport', { ledger, stage })
    new CfnOutput(this, 'LedgerExportBucket', { value: bucket.bucketName })
    if (stage.savings.enabled) new SavingsFold(this, 'SavingsFold', { ledger, savings, stage })
  }
}
