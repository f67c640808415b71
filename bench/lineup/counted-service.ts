// The functions of the service over embedded tables, with the calls between them counted on the wire.

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import type { Limits } from '../../core/access/account.ts'
import { newServiceKey } from '../../core/access/keys/issue.ts'
import { dayAt } from '../../core/text/day.ts'
import { keepCompressor } from '../../local/compressor.ts'
import { localAccount } from '../../local/data/first-account.ts'
import { openTables } from '../../local/data/tables.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { noLog } from '../../local/process/bounded-log.ts'
import { startChild } from '../../local/process/child.ts'
import { type CountingForwarder, openCountingForwarder } from './counting-forwarder.ts'
import { compressorScript, type Target } from './lineup.ts'

export interface CountedService extends Pick<CountingForwarder, 'taken'> {
  /** The service as a caller meets it whose key has these limits. */
  targetWith(limits: Limits): Promise<Target>
  /** Resolves when the ledger of this month holds so many receipts. */
  receiptsWritten(count: number): Promise<void>
}

/** `direct`: the way to the upstream. Everything that is opened ends with `opened`. */
export const openCountedService = async (opened: AsyncDisposableStack, direct: Target): Promise<CountedService> => {
  const tables = opened.adopt(await openTables(undefined, noLog), (open) => open.end())
  const options = { tablePrefix: defaultTablePrefix, deadlineMilliseconds: 5_000, ...localAws }
  const dynamo = opened.adopt(openDynamo({ ...options, endpoint: tables.endpoint }), (open) => open.close())
  const forwarder = opened.adopt(await openCountingForwarder(tables.endpoint), (open) => open.close())
  const compressor = opened.adopt(
    await keepCompressor({ script: compressorScript, log: noLog, report: () => {} }),
    (open) => open.end(),
  )
  const upstreamAnthropic = `http://127.0.0.1:${direct.port}`
  const functions = opened.adopt(
    await startChild({
      name: 'functions process',
      script: `${import.meta.dirname}/../../local/functions/functions.ts`,
      environment: {
        ...functionsEnvironment({ upstreamAnthropic }, forwarder.endpoint, compressor.endpoint),
        // As on Lambda: what is looked up once is known for a minute.
        LOOKUP_CACHE_SECONDS: '60',
      },
      log: noLog,
    }),
    (open) => open.end(),
  )
  const ledger = dynamoLedger(dynamo)
  return {
    taken: forwarder.taken,
    async targetWith(limits) {
      const { secret, key } = newServiceKey(localAccount, randomBytes(32), Date.now(), { limits })
      await dynamoKeys(dynamo).put(key)
      const headers = { ...direct.headers, 'x-service-auth-token': secret }
      return { ...direct, name: 'service', port: functions.port, prefix: '/provider-a', headers }
    },
    async receiptsWritten(count) {
      while ((await ledger.month(localAccount, dayAt(Date.now()).slice(0, 7))).length < count) await wait(20)
    },
  }
}
