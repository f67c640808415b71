// Opens what a service keeps between its starts: the tables with their first account and key, the log, and the note that
// says who has them open. Without a folder nothing is kept.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDynamo } from '../adapters/dynamo/client.ts'
import { createTables } from '../adapters/dynamo/create-tables.ts'
import { defaultTablePrefix } from '../adapters/dynamo/tables.ts'
import { DataInUse, type EmbeddedDynamo, openEmbeddedDynamo } from '../adapters/embedded/dynamodb.ts'
import { ensureDeploymentSecrets } from '../adapters/secrets/kept-secrets.ts'
import { defined } from '../core/collections/defined.ts'
import { boundedLog, type Log, noLog } from './bounded-log.ts'
import { ensureFirstAccount, ensureFirstKey } from './first-account.ts'
import { localAws } from './functions-environment.ts'
import { keepSums, type Sums } from './kept-sums.ts'
import { removeRunningNote, runningProcess, writeRunningNote } from './running-file.ts'
import { StartFault } from './start-fault.ts'

/** When no service runs on the tables, an operator's command may have them open for a moment. */
const lockPatienceMilliseconds = 3_000

/** Gets a line for each event that the owner should know. */
type Report = (line: string) => void

export interface OpenTables {
  /** URL of the embedded DynamoDB. */
  readonly endpoint: string
  /** The secret of the first key. */
  readonly serviceKey: string
  /** What the digests in the tables are keyed by. */
  readonly deploymentSecrets: readonly string[]
  readonly log: Log
  /** Writes the note that says who has the tables open, and where. */
  announce(baseUrl: string, dashboardUrl: string | undefined): Promise<void>
  end(): Promise<void>
  kill(): void
}

const openData = async (folder: string, note: string, report: Report): Promise<EmbeddedDynamo> => {
  const holder = runningProcess(note)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await openEmbeddedDynamo({
      path: join(folder, 'dynamo'),
      patienceMilliseconds: holder === undefined ? lockPatienceMilliseconds : 0,
      unwritable: () =>
        report(
          `The disk takes no more of ${folder}. Answers go on, and their receipts are lost. Free space, and start the service again.`,
        ),
    })
  } catch (error) {
    if (!(error instanceof DataInUse)) throw error
    const by = holder === undefined ? 'another process' : `process ${holder.pid}`
    const at = holder?.baseUrl === undefined ? '' : ` at ${holder.baseUrl}`
    throw new StartFault(
      `The service is already running with the data in ${folder}${at} (${by}). Use it, stop it, or choose another folder with --data.`,
    )
  }
}

const seeded = async (
  endpoint: string,
  keyFile: string | undefined,
  deploymentSecrets: readonly string[],
): Promise<string> => {
  const dynamo = openDynamo({
    tablePrefix: defaultTablePrefix,
    deadlineMilliseconds: 10_000,
    endpoint,
    secrets: async () => deploymentSecrets,
    ...localAws,
  })
  try {
    await createTables(dynamo)
    await ensureFirstAccount(dynamo)
    return await ensureFirstKey(dynamo, keyFile)
  } finally {
    dynamo.close()
  }
}

/** Throws `StartFault` if a service already has the folder open. */
export const openTables = async (
  folder: string | undefined,
  givenLog: Log | undefined,
  report: Report = () => {},
): Promise<OpenTables> => {
  if (folder === undefined) {
    const dynamo = await openEmbeddedDynamo()
    const deploymentSecrets = await ensureDeploymentSecrets(undefined)
    const serviceKey = await seeded(dynamo.endpoint, undefined, deploymentSecrets)
    const log = givenLog ?? noLog
    const sums = await keepSums(dynamo, log)
    const end = async (): Promise<void> => {
      await sums.end()
      await dynamo.close()
    }
    return {
      endpoint: dynamo.endpoint,
      serviceKey,
      deploymentSecrets,
      log,
      announce: async () => {},
      end,
      kill: () => {},
    }
  }

  const note = join(folder, 'running.json')
  const dynamo = await openData(folder, note, report)
  const log = givenLog ?? boundedLog(join(folder, 'service.log'))
  let sums: Sums | undefined
  const end = async (): Promise<void> => {
    await sums?.end()
    removeRunningNote(note)
    log.close()
    await dynamo.close()
  }
  try {
    const deploymentSecrets = await ensureDeploymentSecrets(folder)
    const serviceKey = await seeded(dynamo.endpoint, join(folder, 'service-key'), deploymentSecrets)
    sums = await keepSums(dynamo, log)
    const announce = (baseUrl: string, dashboardUrl: string | undefined) =>
      writeRunningNote(note, {
        pid: process.pid,
        dynamodbEndpoint: dynamo.endpoint,
        baseUrl,
        ...defined({ dashboardUrl }),
      })
    const kill = (): void => removeRunningNote(note)
    return { endpoint: dynamo.endpoint, serviceKey, deploymentSecrets, log, announce, end, kill }
  } catch (error) {
    await end()
    throw error
  }
}
