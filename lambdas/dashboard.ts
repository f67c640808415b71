// The dashboard's function. What it has to know of itself stands in a parameter, which it reads when it starts and then once a minute.

import { readFileSync } from 'node:fs'
import { openDynamo } from '../adapters/dynamo/client.ts'
import { openidIdentity } from '../adapters/oidc/identity.ts'
import { deploymentSecrets } from '../adapters/secrets/deployment-secrets.ts'
import { secretText } from '../adapters/secrets/secret-text.ts'
import { parameterText } from '../adapters/ssm/parameter-text.ts'
import { defined } from '../core/collections/defined.ts'
import { estimateFile, pageFile, readPage } from '../dashboard/files/page-file.ts'
import { type BufferedAnswer, type DashboardEvent, dashboardOver } from './dashboard-over.ts'
import { readDashboardSettings } from './dashboard-settings.ts'
import { dashboardEnvironment } from './env.ts'
import { readAgain } from './read-again.ts'

type Handler = (event: DashboardEvent) => Promise<BufferedAnswer>

/** A person waits, but not for long. */
const deadlineMilliseconds = 5_000
/** Who may no longer have an account of their own, and an issuer's new secret, are known this late at most. */
const settingsMilliseconds = 60_000

const { TABLE_PREFIX, SETTINGS_PARAMETER, ORIGIN_SECRETS, DEPLOYMENT_SECRET_NAME } = dashboardEnvironment()
const beside = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const page = readPage(beside(pageFile), () => beside(estimateFile))
const secrets = deploymentSecrets({ given: [], name: DEPLOYMENT_SECRET_NAME })
const dynamo = openDynamo({ tablePrefix: TABLE_PREFIX, deadlineMilliseconds, secrets })

/** What the parameter says, with the secret that it names. */
const readSettings = async () => {
  const settings = readDashboardSettings(
    await parameterText(SETTINGS_PARAMETER, { abortSignal: AbortSignal.timeout(deadlineMilliseconds) }),
  )
  const { clientSecretArn } = settings
  const clientSecret = clientSecretArn === undefined ? undefined : (await secretText(clientSecretArn)).trim()
  return { ...settings, ...defined({ clientSecret }) }
}

const makeHandler = ({
  issuer,
  clientId,
  clientSecret,
  clientSecretArn: _,
  ...settings
}: Awaited<ReturnType<typeof readSettings>>): Handler => {
  const { dashboardUrl } = settings
  const identity = openidIdentity({ issuer, clientId, ...defined({ clientSecret }), dashboardUrl, trustedOrigins: [] })
  return dashboardOver({ dynamo, identity, page, settings, originSecrets: ORIGIN_SECRETS })
}

const current = readAgain({ read: readSettings, make: makeHandler, milliseconds: settingsMilliseconds })

/** Throws while the settings cannot be read: the platform answers 502, and counts it. */
export const handler: Handler = async (event) => (await current())(event)
