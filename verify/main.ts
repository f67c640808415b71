// `npm run verify-deployment`: checks a deployed base URL or the local service. See `--help`.

import { endWithClosedOutput } from '../bin/closed-output.ts'
import { openTarget } from '../bin/operator/desk/target.ts'
import { sayingFaults } from '../bin/usage-fault.ts'
import { defaultData } from '../local/options.ts'
import { openProvider } from '../testkit/provider/server.ts'
import { runChecks } from './check.ts'
import { allChecks } from './checks/all.ts'
import { type DeployedServiceFacts, deployedServiceOf } from './deployed-service.ts'
import { whyInVain } from './first-look.ts'
import { ledgerOf } from './ledger.ts'
import { withLocalService } from './local-service.ts'
import { readWish, usage, type Wish } from './options.ts'
import { countText, heading, outcomeText, printable, questionsText } from './report.ts'

const say = (text: string): void => {
  process.stdout.write(text)
}

const secretsOf = ({ serviceKey, limitedKey, unentitledKey, providers }: DeployedServiceFacts): string[] =>
  [serviceKey, limitedKey, unentitledKey, providers.anthropic?.key, providers.openai?.key].filter(
    (secret) => secret !== undefined,
  )

/** Resolves with whether nothing failed. */
const verify = async (facts: DeployedServiceFacts): Promise<boolean> => {
  const secrets = secretsOf(facts)
  const service = deployedServiceOf(facts)
  const inVain = await whyInVain(service)
  if (inVain !== undefined) throw new Error(printable(inVain, secrets))
  say(`${facts.baseUrl}\n\n${heading()}`)
  const outcomes = await runChecks(allChecks, service, (outcome) => say(outcomeText(outcome, secrets)))
  say(questionsText(outcomes, secrets))
  say(`\n${countText(outcomes)}\n`)
  return outcomes.every(({ result }) => result !== 'failed')
}

const verifyLocal = (silenceSeconds: number): Promise<boolean> =>
  withLocalService((facts) => verify({ ...facts, silenceSeconds }))

const verifyDeployed = async ({ facts, account, data }: Extract<Wish, { kind: 'deployment' }>): Promise<boolean> => {
  if (account === undefined) return verify(facts)
  const target = await openTarget(process.env, data, defaultData)
  try {
    return await verify({ ...facts, ledger: ledgerOf(target.dynamo, account) })
  } finally {
    await target.close()
  }
}

const serveStub = async (port: number): Promise<boolean> => {
  const stub = await openProvider({ port })
  say(`The stub upstream listens on ${stub.origin}. It keeps nothing. Ctrl-C stops it.\n`)
  await new Promise<void>((ended) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended())
  })
  await stub.close()
  return true
}

const fulfil = (wish: Wish): boolean | Promise<boolean> => {
  if (wish.kind === 'local') return verifyLocal(wish.silenceSeconds)
  if (wish.kind === 'stub') return serveStub(wish.port)
  if (wish.kind === 'deployment') return verifyDeployed(wish)
  say(`${usage}\n`)
  return true
}

endWithClosedOutput()
await sayingFaults(usage, async () => {
  process.exitCode = (await fulfil(readWish(process.argv.slice(2), process.env))) ? 0 : 1
})
