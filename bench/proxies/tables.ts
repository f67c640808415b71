// The tables of a service on one machine, in a process of their own, and how many receipts they hold.

import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { dayAt } from '../../core/text/day.ts'
import { localAccount } from '../../local/data/first-account.ts'
import { openTables } from '../../local/data/tables.ts'
import { announce } from '../processes/answer-parent.ts'

const { endpoint, serviceKey, deploymentSecrets } = await openTables(process.env.DATA, {
  write: () => {},
})
const ledger = dynamoLedger(
  openDynamo({ tablePrefix: defaultTablePrefix, deadlineMilliseconds: 60_000, endpoint, ...localAws }),
)
/** A run over midnight at the end of a month writes into two. */
const months = new Set<string>()
const thisMonth = (): string => dayAt(Date.now()).slice(0, 7)
months.add(thisMonth())

announce(
  { endpoint, serviceKey, deploymentSecrets },
  {
    receipts: async () => {
      months.add(thisMonth())
      const all = await Promise.all([...months].map((month) => ledger.month(localAccount, month)))
      const outcomes = all.flat().map(({ outcome }) => outcome)
      return Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, of]) => [name, of.length]))
    },
  },
)
