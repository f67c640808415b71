// `npm run demo -- --dashboard`: the whole service with a week of made-up traffic behind it, and a link to look at it.

import { openDynamo } from '../../adapters/dynamo/client.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { askedToEnd } from '../process/asked-to-end.ts'
import { requireFreeAtLocalhost } from '../process/free-port.ts'
import { type LocalService, openLocalService } from '../service.ts'
import { playWeek } from './week.ts'

const sessions = 42

/** A service with a dashboard at this port, of which nothing is kept. */
const openEmptyService = (dashboardPort: number): Promise<LocalService> =>
  openLocalService({
    port: 0,
    dashboardPort,
    data: undefined,
    report: (line) => process.stderr.write(`${line}\n`),
    log: { write: () => {}, close: () => {} },
  })

const fill = async ({ facts }: LocalService): Promise<void> => {
  const { dynamodbEndpoint: endpoint, compressorEndpoint } = facts
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, deadlineMilliseconds: 10_000, endpoint, ...localAws })
  await playWeek({ dynamo, compressorEndpoint, until: Date.now(), sessions })
  dynamo.close()
}

/** The service, filled. Nothing of it is kept. */
export const openFilledService = async (): Promise<LocalService> => {
  const service = await openEmptyService(0)
  await fill(service)
  return service
}

/** Stays open until it is asked to end, and then ends the process. Throws `StartFault` for a port that is taken. */
export const showDashboard = async (port: number): Promise<never> => {
  let endAtOnce = (): void => {}
  const asked = askedToEnd(() => {
    endAtOnce()
    process.exit(1)
  })
  await requireFreeAtLocalhost(port, '--port')
  process.stdout.write('Starting the service, and playing a week of made-up traffic through it …\n')
  const service = await Promise.race([openEmptyService(port), asked])
  // Before the service is open nothing has to end in order: the children end with this process.
  if (service === undefined) process.exit(0)
  endAtOnce = service.kill
  const filled = await Promise.race([fill(service).then(() => true), asked])
  if (filled === true) {
    process.stdout.write('\nThe dashboard, by links that sign you in as long as it runs:\n')
    for (const { role, signInUrl } of service.facts.people ?? [])
      process.stdout.write(`  as ${role.padEnd(10)} ${signInUrl}\n`)
    process.stdout.write('\nCtrl-C stops it.\n')
    await asked
  }
  await service.close()
  process.exit(0)
}
