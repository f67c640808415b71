// `npm run test:clients`: runs the clients of docs/clients that are programs of their own against a local service. Installs
// them first; what cannot be installed is skipped by name. Needs no account and no key. A word after it chooses clients.

import { runChecks } from '../../verify/check.ts'
import { countText, heading, outcomeText } from '../../verify/report.ts'
import { clientChecks } from './client-checks.ts'
import { withServiceForClients } from './service-for-clients.ts'

const [wanted = ''] = process.argv.slice(2)
process.stdout.write(heading())
const outcomes = await withServiceForClients((service) =>
  runChecks(
    clientChecks.filter(({ name }) => name.includes(wanted)),
    service,
    (outcome) => process.stdout.write(outcomeText(outcome, [service.serviceKey])),
  ),
)
process.stdout.write(`\n${countText(outcomes)}\n`)
if (outcomes.some(({ result }) => result === 'failed')) process.exitCode = 1
