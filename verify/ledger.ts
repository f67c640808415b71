// Reads the receipts of a session and the account's mode from a deployment's tables. Writes nothing.

import { dynamoAccounts } from '../adapters/dynamo/accounts/accounts.ts'
import type { Dynamo } from '../adapters/dynamo/client.ts'
import { dynamoLedger } from '../adapters/dynamo/ledger/ledger.ts'
import type { Receipt } from '../core/ledger/receipt.ts'

export interface Ledger {
  /** The receipts of a session. Waits until there are `count` of them, because receipts are written behind the answer. */
  receipts(sessionId: string, count: number): Promise<readonly Receipt[]>
  /** The account's compaction mode. */
  mode(): Promise<string>
}

const patienceMilliseconds = 10_000
const betweenMilliseconds = 100

export const ledgerOf = (dynamo: Dynamo, account: string): Ledger => {
  const ledger = dynamoLedger(dynamo)
  return {
    async mode() {
      const found = await dynamoAccounts(dynamo).find(account)
      if (found === undefined) throw new Error(`There is no account "${account}".`)
      return found.compaction.mode
    },
    async receipts(sessionId, count) {
      for (let waited = 0; ; waited += betweenMilliseconds) {
        const receipts = await ledger.session(account, sessionId)
        if (receipts.length >= count || waited > patienceMilliseconds) return receipts
        await new Promise((resolve) => setTimeout(resolve, betweenMilliseconds))
      }
    },
  }
}
