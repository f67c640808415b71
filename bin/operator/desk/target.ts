// Chooses the tables that a command acts on: those that the SDK's own variables name, or those of a local service, running
// or not. Decides nothing else.

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dynamo, type DynamoOptions, openDynamo } from '../../../adapters/dynamo/client.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import {
  defaultTablePrefix,
  prefixFault,
  prefixShape,
  tablePrefixFault,
  tablePrefixShape,
} from '../../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../../adapters/embedded/local-aws.ts'
import { noteIn, type RunningNote, runningNote } from '../../../adapters/files/running-note.ts'
import { isAlive } from '../../../adapters/process/alive.ts'
import { keptDeploymentSecrets } from '../../../adapters/secrets/kept-secrets.ts'
import { secretText } from '../../../adapters/secrets/secret-text.ts'
import { deploymentSecretName, secretsIn } from '../../../core/access/keys/deployment-secrets.ts'
import { slipsIn } from '../../../core/text/slips.ts'
import { setCredentials } from '../../set-credentials.ts'
import { deployedDashboardUrl } from './dashboard-url.ts'
import { Refused } from './faults.ts'

export interface Target {
  readonly dynamo: Dynamo
  /** Names the tables in error messages. */
  readonly location: string
  /** Where people sign in, as far as it is known. */
  dashboardUrl(): Promise<string | undefined>
  /** Makes the tables that are not there. Throws `Refused` where a stack makes them, which could not take these in. */
  createTables(): Promise<void>
  close(): Promise<void>
}

export type Variables = Readonly<Record<string, string | undefined>>

/** If any of these is set, the caller has said where DynamoDB is. */
const sdkVariables = [
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL',
  'AWS_PROFILE',
  'AWS_REGION',
  'AWS_DEFAULT_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
]
const credentialVariables = sdkVariables.filter((name) => !/REGION|ENDPOINT/.test(name))

/** Long, because a person waits and not a request. */
const deadlineMilliseconds = 10_000
const lockPatienceMilliseconds = 10_000

/** Endpoints of AWS itself, those of a private network among them. */
const ofAws = /\.amazonaws\.com(\.cn)?$/
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** What is told of an endpoint: the path of a local one is its credential. */
const whereOf = (endpoint: string): string => new URL(endpoint).origin

/** Whose shell names a deployment for something else gets no further without this. */
export const localDataHint = 'For the data of a local service: --data .local-service'

/** Of a deployment of before there was a secret. */
const noSecret = 'none'

/** Without it a command would make keys such as a writer of the tables can make too. */
const unreadableSecret = (name: string, error: unknown): unknown => {
  const why = error instanceof Error ? error.name : ''
  const said = { ResourceNotFoundException: 'is not there', AccessDeniedException: 'may not be read' }[why]
  if (said === undefined) return error
  return new Refused(
    `The secret ${name} ${said}. If the tables have another prefix than the stage, set STAGE_PREFIX to the stage's. DEPLOYMENT_SECRET_NAME names another secret; "${noSecret}" says that the deployment never had one.`,
  )
}

/** Asked for only by commands that need it. */
const secretsOfDeployment =
  ({ DEPLOYMENT_SECRETS: given = '', DEPLOYMENT_SECRET_NAME: named }: Variables, usualName: string | undefined) =>
  async (): Promise<readonly string[]> => {
    const name = named || (given === '' ? usualName : undefined)
    if (name === undefined || name === noSecret) return secretsIn(given)
    try {
      return [...secretsIn(given), ...secretsIn(await secretText(name))]
    } catch (error) {
      throw unreadableSecret(name, error)
    }
  }

const sdkTarget = (variables: Variables, tablePrefix: string): Target => {
  // Restored tables have a prefix of their own. What else the stage has keeps its names.
  const stagePrefix = variables.STAGE_PREFIX || tablePrefix
  const isSet = (name: string): boolean => Boolean(variables[name])
  const endpoint = variables.AWS_ENDPOINT_URL_DYNAMODB || variables.AWS_ENDPOINT_URL
  if (endpoint && !URL.canParse(endpoint)) throw new Refused(`The endpoint ${JSON.stringify(endpoint)} is not a URL.`)
  const local = endpoint ? loopback.test(new URL(endpoint).hostname) : false
  // The SDK for JavaScript reads only AWS_REGION; other AWS tools also read the second name.
  const region = variables.AWS_REGION || variables.AWS_DEFAULT_REGION || (local ? localAws.region : undefined)
  const dynamo = openDynamo({
    tablePrefix,
    deadlineMilliseconds,
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint } : {}),
    secrets: secretsOfDeployment(variables, local ? undefined : deploymentSecretName(stagePrefix)),
    ...(local && !credentialVariables.some(isSet) ? { credentials: localAws.credentials } : {}),
  })
  const location = endpoint ? whereOf(endpoint) : `AWS${region ? ` in ${region}` : ''}`
  // Tables on this machine say nothing of a deployment.
  const dashboardUrl = async () =>
    variables.AWS_ENDPOINT_URL_DYNAMODB ? undefined : deployedDashboardUrl(stagePrefix, region)
  return {
    dynamo,
    location,
    dashboardUrl,
    async createTables() {
      if (!endpoint || ofAws.test(new URL(endpoint).hostname))
        throw new Refused(
          `On AWS the stack "storage" makes the tables: npx cdk deploy ${stagePrefix}storage --exclusively`,
        )
      await createTables(dynamo)
    },
    close: async () => dynamo.close(),
  }
}

const prefixVariables = ['TABLE_PREFIX', 'STAGE_PREFIX']
const ownVariables = [...prefixVariables, 'DEPLOYMENT_SECRETS', 'DEPLOYMENT_SECRET_NAME']

/** Throws `Refused`: a command would act on the tables of another deployment than was meant. */
const requireUnderstood = (variables: Variables): void => {
  const [slip] = slipsIn(Object.keys(variables), ownVariables)
  if (slip !== undefined) throw new Refused(`${slip.name} is not known here: ${slip.meant} is.`)
  const { TABLE_PREFIX, STAGE_PREFIX } = variables
  if (TABLE_PREFIX && !tablePrefixShape.test(TABLE_PREFIX)) throw new Refused(`TABLE_PREFIX ${tablePrefixFault}.`)
  if (STAGE_PREFIX && !prefixShape.test(STAGE_PREFIX)) throw new Refused(`STAGE_PREFIX ${prefixFault}.`)
}

/** The service that runs with this data, if one does. The note of a killed service does not count. */
const runningServiceOf = async (data: string): Promise<RunningNote | undefined> => {
  const text = await readFile(noteIn(data), 'utf8').catch(() => '{}')
  try {
    const service = runningNote.parse(JSON.parse(text))
    if (!isAlive(service.pid)) return undefined
    await fetch(service.dynamodbEndpoint, { signal: AbortSignal.timeout(2_000) })
    return service
  } catch {
    return undefined
  }
}

/** `isNamed`: the user typed the folder's name and may have mistyped it. */
const localServiceTarget = async (data: string, isNamed: boolean): Promise<Target> => {
  const tablePrefix = defaultTablePrefix
  const secrets = (): Promise<readonly string[]> => keptDeploymentSecrets(data)
  const options: DynamoOptions = { tablePrefix, deadlineMilliseconds, secrets, ...localAws }
  const running = await runningServiceOf(data)
  if (running !== undefined) {
    const { dynamodbEndpoint: endpoint, baseUrl, dashboardUrl } = running
    const dynamo = openDynamo({ ...options, endpoint })
    return {
      dynamo,
      // The address of its tables is of no use to a person.
      location: baseUrl === undefined ? `the service with the data in ${data}` : `the service at ${baseUrl}`,
      dashboardUrl: async () => dashboardUrl,
      createTables: () => createTables(dynamo),
      close: async () => dynamo.close(),
    }
  }
  if (isNamed && !(await stat(data).catch(() => undefined))?.isDirectory())
    throw new Refused(`There is no folder ${JSON.stringify(data)}, so no service has kept its data there.`)
  // Imported only here, because commands against AWS do not need the embedded store.
  const { openEmbeddedDynamo } = await import('../../../adapters/embedded/dynamodb.ts')
  const path = join(data, 'dynamo')
  const embedded = await openEmbeddedDynamo({ path, patienceMilliseconds: lockPatienceMilliseconds })
  const dynamo = openDynamo({ ...options, endpoint: embedded.endpoint })
  await createTables(dynamo)
  return {
    dynamo,
    location: `the data in ${data}`,
    dashboardUrl: async () => undefined,
    createTables: () => createTables(dynamo),
    async close() {
      dynamo.close()
      await embedded.close()
    },
  }
}

/**
 * `data`: the folder of `--data`, which takes precedence over the variables. `defaultData`: the local service's own folder.
 */
export const openTarget = async (
  variables: Variables,
  data: string | undefined,
  defaultData: string,
): Promise<Target> => {
  if (data !== undefined) return localServiceTarget(data, true)
  requireUnderstood(variables)
  if (sdkVariables.some((name) => variables[name]))
    return sdkTarget(variables, variables.TABLE_PREFIX || defaultTablePrefix)
  const deployed = prefixVariables.find((name) => (variables[name] || defaultTablePrefix) !== defaultTablePrefix)
  if (deployed !== undefined)
    throw new Refused(`${deployed} is set, and nothing says where. ${setCredentials} ${localDataHint}`)
  return localServiceTarget(defaultData, false)
}
