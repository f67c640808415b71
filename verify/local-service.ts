// Opens the local service with the stub as both default upstreams, and the keys that the checks of limits and entitlements
// need. Checks nothing.

import { randomBytes } from 'node:crypto'
import { dynamoAccounts } from '../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../adapters/dynamo/accounts/keys.ts'
import { type Dynamo, openDynamo } from '../adapters/dynamo/client.ts'
import { defaultTablePrefix } from '../adapters/dynamo/tables/tables.ts'
import { localAws } from '../adapters/embedded/local-aws.ts'
import type { Limits } from '../core/access/account.ts'
import { newAccount, newServiceKey } from '../core/access/keys/issue.ts'
import { defined } from '../core/collections/defined.ts'
import { type LocalService, type LocalServiceOptions, openLocalService } from '../local/service.ts'
import { openProvider, type ProviderOptions } from '../testkit/provider/server.ts'
import type { DeployedServiceFacts } from './deployed-service.ts'
import { ledgerOf } from './ledger.ts'

const unentitledAccount = 'unentitled'

const issueKey = async (dynamo: Dynamo, accountId: string, limits: Limits): Promise<string> => {
  const { secret, key } = newServiceKey(accountId, randomBytes(32), Date.now(), { limits })
  await dynamoKeys(dynamo).put(key)
  return secret
}

/** Opens a service in memory on free ports, with the stub as its upstream. Both close with `opened`. */
export const openServiceOverStub = async (
  opened: AsyncDisposableStack,
  options?: ProviderOptions,
  parts: Pick<LocalServiceOptions, 'dashboardPort' | 'logged'> = {},
): Promise<LocalService> => {
  const stub = opened.adopt(await openProvider(options), (open) => open.close())
  const service = await openLocalService({
    port: 0,
    dashboardPort: 0,
    data: undefined,
    upstreamAnthropic: stub.origin,
    upstreamOpenai: `${stub.origin}/v1`,
    report: (line) => process.stderr.write(`${line}\n`),
    log: { write: () => {}, close: () => {} },
    ...parts,
  })
  return opened.adopt(service, (open) => open.close())
}

/** Keeps the service open while `use` runs, and leaves nothing behind. */
export const withLocalService = async <T>(use: (facts: DeployedServiceFacts) => Promise<T>): Promise<T> => {
  await using opened = new AsyncDisposableStack()
  const service = await openServiceOverStub(opened)
  const { baseUrl, serviceKey, account, dynamodbEndpoint: endpoint, dashboardUrl } = service.facts
  const options = { tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 5_000, ...localAws }
  const dynamo = opened.adopt(openDynamo(options), (open) => open.close())

  const entitledToNothing = newAccount(unentitledAccount, 'organization', randomBytes(32), Date.now())
  await dynamoAccounts(dynamo).put({ ...entitledToNothing, apiAccess: true })
  return await use({
    baseUrl,
    serviceKey,
    stub: 'default',
    ...defined({ dashboardUrl }),
    limitedKey: await issueKey(dynamo, account, { requestsPerMinute: 1 }),
    unentitledKey: await issueKey(dynamo, unentitledAccount, {}),
    providers: {},
    ledger: ledgerOf(dynamo, account),
  })
}
