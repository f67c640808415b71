// One table of the service: a global table with one replica from the first day. CloudFormation cannot turn a plain table
// into a global one; this way a second region is one more replica.

import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { type TableId, type TableShape, tables } from '../../adapters/dynamo/tables/tables.ts'
import { defined } from '../../core/collections/defined.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import type { Stage } from '../stage/config.ts'
import { tableOf, tablePrefixOf } from '../stage/names.ts'
import { removalPolicy } from '../stage/removal.ts'

const text = (name: string) => ({ name, type: AttributeType.STRING })

/** Tables of another prefix are other resources: the restored ones are taken in beside the ones that they replace. */
const constructId = (id: TableId, stage: Stage): string => {
  const tablePrefix = tablePrefixOf(stage)
  return tablePrefix === stage.prefix ? id : `${id}-${tablePrefix}`
}

const warmThroughput = (stage: Stage, id: TableId) => {
  const warm = stage.warmThroughput[id]
  return warm === undefined
    ? {}
    : { warmThroughput: { readUnitsPerSecond: warm.readsPerSecond, writeUnitsPerSecond: warm.writesPerSecond } }
}

const indexesOf = ({ index }: TableShape, warm: object) =>
  index === undefined
    ? {}
    : {
        globalSecondaryIndexes: [
          {
            indexName: index.name,
            partitionKey: text(index.partitionKey),
            sortKey: text(index.sortKey),
            projectionType: ProjectionType[index.projection ?? 'ALL'],
            ...warm,
          },
        ],
      }

/** Named, because functions and the operator's commands find the tables by their prefix. */
export const serviceTable = (scope: Construct, id: TableId, stage: Stage): TableV2 => {
  const shape: TableShape = tables[id]
  const { partitionKey, sortKey, expiryAttribute, stream, pointInTimeRecovery } = shape
  const warm = warmThroughput(stage, id)
  const table = new TableV2(scope, constructId(id, stage), {
    tableName: tableOf(stage, id),
    partitionKey: text(partitionKey),
    ...(sortKey === undefined ? {} : { sortKey: text(sortKey) }),
    ...defined({ timeToLiveAttribute: expiryAttribute }),
    // What a table with replicas needs: the view cannot be changed under a function that reads it.
    ...(stream === undefined ? {} : { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES }),
    ...indexesOf(shape, warm),
    ...warm,
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: pointInTimeRecovery },
    removalPolicy: removalPolicy(stage),
    deletionProtection: stage.removal === 'retain',
  })
  if (!pointInTimeRecovery)
    acknowledge(
      table,
      'DDB3',
      'Counters start again at zero, sums are made from the ledger, and people sign in again: nothing here is worth restoring.',
    )
  return table
}
