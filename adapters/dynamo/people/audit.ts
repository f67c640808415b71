// The table of what people did, by account and month. Written once; never changed.

import { defined } from '../../../core/collections/defined.ts'
import { auditPageSize } from '../../../core/people/audit.ts'
import type { AuditStore } from '../../../core/people/stores.ts'
import { type Dynamo, send } from '../client.ts'
import { putItem, queryItems } from '../commands.ts'
import { isMade } from '../conditions.ts'
import { accountMonth } from '../ledger/ledger-keys.ts'
import { tableName } from '../tables/tables.ts'
import { readAuditEvent } from './people-items.ts'

/** What people did, in DynamoDB. */
export const dynamoAudit = (dynamo: Dynamo): AuditStore => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'audit')
  return {
    async put(event) {
      const put = putItem({
        TableName,
        Item: { accountMonth: accountMonth(event.accountId, event.at.slice(0, 7)), ...event },
        ConditionExpression: 'attribute_not_exists(eventId)',
      })
      // Of this id there is one event: what stands there already is a first attempt's, whose answer was lost.
      await isMade(dynamo, put)
    },

    async list(accountId, month, before) {
      const query = queryItems({
        TableName,
        KeyConditionExpression: `accountMonth = :month${before === undefined ? '' : ' AND eventId < :before'}`,
        ExpressionAttributeValues: {
          ':month': accountMonth(accountId, month),
          ...defined({ ':before': before }),
        },
        ScanIndexForward: false,
        Limit: auditPageSize,
      })
      const { Items = [] } = await send(dynamo, query)
      return Items.map(readAuditEvent)
    },
  }
}
