// `npm run test:clients`: runs the clients of docs/clients that are programs of their own against a local service, and the
// coding agents through the command line. Installs them first; what cannot be installed is skipped by name. Needs no account
// and no key. A word after it chooses clients.

import { askedOrExit, plainWords, UsageFault } from '../../bin/usage-fault.ts'
import { type Outcome, runChecks } from '../../verify/check.ts'
import { countText, heading, outcomeText } from '../../verify/report.ts'
import { openServiceForCli } from '../cli/service-for-cli.ts'
import { cliChecks } from './cli-checks.ts'
import { clientChecks } from './client-checks.ts'
import { otherAgentChecks } from './other-agent-checks.ts'
import { otherUpstreamChecks } from './other-upstream-checks.ts'
import { withServiceForClients } from './service-for-clients.ts'
import { welcomeChecks } from './welcome-checks.ts'

const usage = `npm run test:clients -- [WORD]

Runs the clients of docs/clients against a local service, or those alone whose
check has the word in its name.`

const checksOfPages = [...clientChecks, ...otherAgentChecks, ...otherUpstreamChecks, ...welcomeChecks]
const isWanted = askedOrExit(usage, (words) => {
  const positionals = plainWords(words)
  if (positionals === undefined) return undefined
  const [wanted = '', ...more] = positionals
  const isNamed = ({ name }: { readonly name: string }): boolean => name.includes(wanted)
  if (more.length > 0 || ![...checksOfPages, ...cliChecks].some(isNamed))
    throw new UsageFault('Give one word that stands in the name of a check.')
  return isNamed
})

process.stdout.write(heading())
const outcomes: Outcome[] = []
const ofPages = await withServiceForClients((service) =>
  runChecks(checksOfPages.filter(isWanted), service, (outcome) =>
    process.stdout.write(outcomeText(outcome, [service.facts.serviceKey])),
  ),
)
outcomes.push(...ofPages)
const service = await openServiceForCli()
try {
  const print = (outcome: Outcome): boolean => process.stdout.write(outcomeText(outcome, [service.facts.serviceKey]))
  outcomes.push(...(await runChecks(cliChecks.filter(isWanted), service, print)))
} finally {
  await service.close()
}
process.stdout.write(`\n${countText(outcomes)}\n`)
if (outcomes.some(({ result }) => result === 'failed')) process.exitCode = 1
