// Judges, before anything is made, whether a stage can be deployed into an account. Exit 0: it can; 1: it cannot, or nobody
// could be asked; 2: not understood.

import { callerIdentity, type Identity } from '../adapters/aws-account/identity.ts'
import type { Stage } from '../lib/stage/config.ts'
import { readStage } from '../lib/stage/stage-file.ts'
import { table } from './operator/output/output.ts'
import { accountFacts } from './preflight/account-facts.ts'
import { type Asking, readWords, usage } from './preflight/command-line.ts'
import type { Finding } from './preflight/finding.ts'
import { judge } from './preflight/judge.ts'
import { setCredentials } from './set-credentials.ts'
import { usageFaultText } from './usage-fault.ts'

const fail = (message: string, code: number): never => {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const asking = (): { readonly wish: Asking; readonly stage: Stage } => {
  try {
    const wish = readWords(process.argv.slice(2))
    if (wish !== undefined) return { wish, stage: readStage(wish.context) }
  } catch (error) {
    return fail(usageFaultText(messageOf(error), usage), 2)
  }
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}

const identityOf = async (stage: Stage): Promise<Identity> => {
  try {
    return await callerIdentity(stage.region)
  } catch (error) {
    return fail(`AWS cannot be asked: ${messageOf(error)}. ${setCredentials}`, 1)
  }
}

const text = (findings: readonly Finding[], { account, region }: Identity): string => {
  const rows = findings.map(({ what, result, seen }) => ({ result, what, seen }))
  const todos = findings.flatMap(({ todo, what }) => (todo === undefined ? [] : [`- ${what}: ${todo}`]))
  const stopping = findings.filter(({ result }) => result === 'missing').length
  const verdict =
    stopping === 0
      ? `The stage can be deployed into account ${account}, ${region}.`
      : `A deployment into account ${account}, ${region} would fail: ${stopping} missing.`
  return [table(rows, ''), ...todos, verdict].join('\n')
}

const { wish, stage } = asking()
const identity = await identityOf(stage)
const chosen = Object.entries(wish.context).map(([name, value]) => ` -c ${name}=${value}`)
const findings = judge(stage, await accountFacts(stage, identity), chosen.join(''))
process.stdout.write(`${wish.json ? JSON.stringify({ ...identity, findings }) : text(findings, identity)}\n`)
process.exitCode = findings.some(({ result }) => result === 'missing') ? 1 : 0
