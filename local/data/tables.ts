// Opens the tables of one machine with their first account and key, and the sums over them, in the process that uses them.
// Without a folder nothing is kept.

import { join } from 'node:path'
import { type Dynamo, dynamoOver } from '../../adapters/dynamo/client.ts'
import { createTables } from '../../adapters/dynamo/tables/create-tables.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { DataInUse, type EmbeddedDynamo, openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { noteIn } from '../../adapters/files/running-note.ts'
import { ensureDeploymentSecrets } from '../../adapters/secrets/kept-secrets.ts'
import type { Log } from '../process/bounded-log.ts'
import { makeDataFolder } from './data-folder.ts'
import { ensureFirstAccount, ensureFirstKey } from './first-account.ts'
import { keepSums, type Sums } from './kept-sums.ts'
import { alreadyRunning, runningProcess } from './running-file.ts'

/** When no service runs on the tables, an operator's command may have them open for a moment. */
const lockPatienceMilliseconds = 3_000

/** Gets a line for each event that the owner should know. */
type Report = (line: string) => void

export interface OpenTables {
  /** URL of the embedded DynamoDB, for other processes. */
  readonly endpoint: string
  /** The same tables, for this process. */
  readonly dynamo: Dynamo
  /** The secret of the first key. */
  readonly serviceKey: string
  /** What the digests in the tables are keyed by. */
  readonly deploymentSecrets: readonly string[]
  /** Counts what is not in the sums yet, and closes the tables. */
  end(): Promise<void>
}

const openData = async (folder: string, report: Report): Promise<EmbeddedDynamo> => {
  const holder = runningProcess(noteIn(folder))
  try {
    makeDataFolder(folder)
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
    throw alreadyRunning(folder, holder)
  }
}

/** Throws `StartFault` if a service already has the folder open. */
export const openTables = async (
  folder: string | undefined,
  log: Pick<Log, 'write'>,
  report: Report = () => {},
): Promise<OpenTables> => {
  const embedded = folder === undefined ? await openEmbeddedDynamo() : await openData(folder, report)
  let sums: Sums | undefined
  const end = async (): Promise<void> => {
    await sums?.end()
    await embedded.close()
  }
  try {
    const deploymentSecrets = await ensureDeploymentSecrets(folder)
    const options = { tablePrefix: defaultTablePrefix, secrets: async () => deploymentSecrets }
    const patient = dynamoOver(embedded.documents, { ...options, deadlineMilliseconds: 60_000 })
    await createTables(patient)
    await ensureFirstAccount(patient)
    const serviceKey = await ensureFirstKey(patient, folder === undefined ? undefined : join(folder, 'service-key'))
    sums = await keepSums(embedded, patient, log)
    const dynamo = dynamoOver(embedded.documents, options)
    return { endpoint: embedded.endpoint, dynamo, serviceKey, deploymentSecrets, end }
  } catch (error) {
    await end()
    throw error
  }
}
