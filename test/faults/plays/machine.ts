// The service as `npm start` runs it, and the functions under AWS's runtime client: each of their processes is killed in
// mid-stream; the disk is full.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDynamo } from '../../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../../adapters/embedded/local-aws.ts'
import type { Finally } from '../../../testkit/after-suite.ts'
import { instruct } from '../../../testkit/provider/instruction.ts'
import { childrenOf, isAlive, startService } from '../../local/service-process.ts'
import { deploy } from '../../runtime/deployed.ts'
import { call, straight, usualStream } from '../calls.ts'
import type { Fault, Trial } from '../fault.ts'
import { until } from '../until.ts'

type Play = Fault['play']
type Service = Awaited<ReturnType<typeof startService>>

const main = join(import.meta.dirname, '..', '..', '..', 'local', 'main.ts')

const newFolder = (finallyDo: Finally): string => {
  const folder = mkdtempSync(join(tmpdir(), 'faults-machine-'))
  finallyDo(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return folder
}

const start = ({ rig, finallyDo }: Trial, folder: string): Promise<Service> =>
  startService(['--data', folder, '--port', '0', '--upstream-anthropic', rig.provider.origin], {
    script: main,
    finallyDo,
  })

const ask = ({ session }: Trial, { facts }: Service, question: Parameters<typeof call>[2] = {}) =>
  call({ baseUrl: facts.baseUrl, key: facts.serviceKey, session }, straight, question)

/** How many receipts the service's own ledger has of the trial. */
const receiptsIn = async ({ session }: Trial, { facts }: Service): Promise<number> => {
  const options = { tablePrefix: defaultTablePrefix, deadlineMilliseconds: 5_000, ...localAws }
  const dynamo = openDynamo({ ...options, endpoint: facts.dynamodbEndpoint })
  const receipts = await dynamoLedger(dynamo).session(facts.account, session)
  dynamo.close()
  return receipts.length
}

/** What the service has written counts for the trial as what the container has. */
const countReceipts = async (trial: Trial, service: Service, expected: number): Promise<void> => {
  const { tally } = trial
  await until(async () => (await receiptsIn(trial, service)) === expected)
  const found = await receiptsIn(trial, service)
  tally.holds(`the ledger of this machine has ${found} receipts, not ${expected}`, found === expected)
  tally.elsewhere += found
}

const pidOf = (service: Service, script: string): number => {
  const found = childrenOf(service.facts.pid).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script),
  )
  if (found === undefined) throw new Error(`no process runs ${script}`)
  return found
}

/** Kills a process of the service while an answer streams: the answer breaks, and the next start finds what was written. */
const killing =
  (pid: (service: Service) => number): Play =>
  async (trial) => {
    const { tally } = trial
    const folder = newFolder(trial.finallyDo)
    const service = await start(trial, folder)
    const children = childrenOf(service.facts.pid)
    tally.answer('before', await ask(trial, service), { status: 200, bytes: usualStream })
    await countReceipts(trial, service, 1)
    let isKilled = false
    const broken = await ask(trial, service, {
      headers: instruct('slow'),
      piece() {
        if (!isKilled) process.kill(pid(service), 'SIGKILL')
        isKilled = true
      },
    })
    tally.answer('in mid-stream', broken, { status: 200, ended: 'broken', beginningOf: usualStream })
    tally.lostWithProcess += 1
    await service.ended
    tally.holds('a process outlives the service', await until(() => !children.some(isAlive)))
    const next = await start(trial, folder)
    tally.holds('the key is another one', next.facts.serviceKey === service.facts.serviceKey)
    tally.answer('after the next start', await ask(trial, next), { status: 200, bytes: usualStream })
    tally.elsewhere -= 1
    await countReceipts(trial, next, 2)
  }

const functionsOf = (service: Service): number => pidOf(service, 'functions-with-tables.ts')

export const killsFunctions = killing(functionsOf)
export const killsService = killing(({ facts }) => facts.pid)

export const killsCompressor: Play = async (trial) => {
  const { tally } = trial
  const service = await start(trial, newFolder(trial.finallyDo))
  let isKilled = false
  const answer = await ask(trial, service, {
    headers: instruct('slow'),
    piece() {
      if (!isKilled) process.kill(pidOf(service, 'server.ts'), 'SIGKILL')
      isKilled = true
    },
  })
  tally.answer('in mid-stream', answer, { status: 200, bytes: usualStream })
  tally.holds('it is not back', await until(() => service.err().includes('The compressor is back.'), 15_000))
  tally.answer('afterwards', await ask(trial, service), { status: 200, bytes: usualStream })
  await countReceipts(trial, service, 2)
}

/** No file may grow: writes fail as on a full disk. Undone by `0`. */
const setFull = (pid: number, bytes: number | 'unlimited'): void => {
  const { status } = spawnSync('prlimit', [
    '--pid',
    String(pid),
    `--fsize=${bytes === 'unlimited' ? bytes : `${bytes}:unlimited`}`,
  ])
  if (status !== 0) throw new Error('prlimit does not work here')
}

export const diskIsFull: Play = async (trial) => {
  const { tally } = trial
  const folder = newFolder(trial.finallyDo)
  const service = await start(trial, folder)
  const answers = async (what: string, from: Service): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1)
      tally.answer(what, await ask(trial, from), { status: 200, bytes: usualStream })
  }
  await answers('before', service)
  await countReceipts(trial, service, 3)
  tally.elsewhere = 0
  // One writes the log, the other the tables.
  const writers = [service.facts.pid, functionsOf(service)]
  for (const pid of writers) setFull(pid, statSync(join(folder, 'service.log')).size)
  await answers('while it is full', service)
  tally.holds('its owner is not told', await until(() => service.err().includes('The disk takes no more')))
  for (const pid of writers) setFull(pid, 'unlimited')
  await answers('while there is space again', service)
  // Receipts of those are in no table, and of the first three in no log either.
  tally.lostWithProcess += 6
  service.process.kill('SIGTERM')
  tally.holds('it ends otherwise than with 0', (await service.ended).code === 0)
  const next = await start(trial, folder)
  await answers('after the next start', next)
  await countReceipts(trial, next, 6)
}

export const killsEnvironment: Play = async (trial) => {
  const { tally } = trial
  const deployed = await deploy(['messages'], trial.finallyDo)
  const [golden, pause] = ['data: one\n\n', 'data: two\n\n'].map((text) => Buffer.from(text))
  if (golden === undefined || pause === undefined) return
  deployed.upstream = async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(golden)
    await wait(1_000)
    response.end(pause)
  }
  const caller = { baseUrl: deployed.baseUrl, key: deployed.serviceKey, session: trial.session }
  const whole = Buffer.concat([golden, pause])
  const { process: first } = deployed.environment('messages')
  tally.answer('before', await call(caller, straight), { status: 200, bytes: whole })
  const broken = await call(caller, straight, { piece: () => void first.kill('SIGKILL') })
  tally.answer('in mid-stream', broken, { status: 200, ended: 'broken', beginningOf: whole })
  tally.answer('the next environment', await call(caller, straight), { status: 200, bytes: whole })
  await until(async () => (await deployed.receipts()).length === 2)
  const found = (await deployed.receipts()).length
  tally.holds(`${found} receipts, not 2`, found === 2)
}
