// `npm run demo -- --dashboard`: the whole service with a week of made-up traffic behind it, and a link to look at it.

import { once } from 'node:events'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { type LocalService, openLocalService } from '../service.ts'
import { playWeek } from './week.ts'

const sessions = 42

/** The service, filled. Nothing of it is kept. */
export const openFilledService = async (): Promise<LocalService> => {
  const service = await openLocalService({
    port: 0,
    dashboardPort: 0,
    data: undefined,
    report: (line) => process.stderr.write(`${line}\n`),
    log: { write: () => {}, close: () => {} },
  })
  const { dynamodbEndpoint: endpoint, compressorEndpoint } = service.facts
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, deadlineMilliseconds: 10_000, endpoint, ...localAws })
  await playWeek({ dynamo, compressorEndpoint, until: Date.now(), sessions })
  dynamo.close()
  return service
}

/** Stays open until it is interrupted. */
export const showDashboard = async (): Promise<void> => {
  process.stdout.write('Starting the service, and playing a week of made-up traffic through it …\n')
  const service = await openFilledService()
  process.stdout.write('\nThe dashboard, by links that sign you in as long as it runs:\n')
  for (const { role, signInUrl } of service.facts.people ?? [])
    process.stdout.write(`  as ${role.padEnd(10)} ${signInUrl}\n`)
  process.stdout.write('\nCtrl-C stops it.\n')
  await once(process, 'SIGINT')
  await service.close()
}
