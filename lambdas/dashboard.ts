// The dashboard's function. What it has to know of itself stands in a parameter, which it reads when it starts.

import { readFileSync } from 'node:fs'
import { openDynamo } from '../adapters/dynamo/client.ts'
import { openidIdentity } from '../adapters/oidc/identity.ts'
import { secretText } from '../adapters/secrets/secret-text.ts'
import { parameterText } from '../adapters/ssm/parameter-text.ts'
import { defined } from '../core/collections/defined.ts'
import { estimateFile, pageFile, readPage } from '../dashboard/page-file.ts'
import { type BufferedAnswer, type DashboardEvent, dashboardOver } from './dashboard-over.ts'
import { readDashboardSettings } from './dashboard-settings.ts'
import { dashboardEnvironment } from './env.ts'

type Handler = (event: DashboardEvent) => Promise<BufferedAnswer>

/** A person waits, but not for long. */
const deadlineMilliseconds = 5_000

const { TABLE_PREFIX, SETTINGS_PARAMETER, ORIGIN_SECRETS } = dashboardEnvironment()
const beside = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const page = readPage(beside(pageFile), () => beside(estimateFile))
const dynamo = openDynamo({ tablePrefix: TABLE_PREFIX, deadlineMilliseconds })

const open = async (): Promise<Handler> => {
  const { issuer, clientId, clientSecretArn, ...settings } = readDashboardSettings(
    await parameterText(SETTINGS_PARAMETER),
  )
  const clientSecret = clientSecretArn === undefined ? undefined : (await secretText(clientSecretArn)).trim()
  const { dashboardUrl } = settings
  const identity = openidIdentity({ issuer, clientId, ...defined({ clientSecret }), dashboardUrl, trustedOrigins: [] })
  return dashboardOver({ dynamo, identity, page, settings, originSecrets: ORIGIN_SECRETS })
}

let opened: Promise<Handler> | undefined

/** Throws while the settings cannot be read: the platform answers 502, and counts it. */
export const handler: Handler = async (event) => {
  opened ??= open()
  try {
    return await (await opened)(event)
  } catch (error) {
    // Asked again, the parameter may be there.
    opened = undefined
    throw error
  }
}
