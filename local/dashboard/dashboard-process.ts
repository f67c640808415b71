// The process that stands for the dashboard's function, its distribution and its issuer.

import { openDynamo } from '../../adapters/dynamo/client.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { openidIdentity } from '../../adapters/oidc/identity.ts'
import { secretsIn } from '../../core/access/keys/deployment-secrets.ts'
import { defaultPersonalPolicy } from '../../core/people/personal-account.ts'
import { buildPage } from '../../dashboard/files/build-page.ts'
import { dashboardOver } from '../../lambdas/dashboard-over.ts'
import { openDashboardFront } from './dashboard-front.ts'
import { issuerPath, localClient, openIssuer } from './issuer.ts'
import { ensurePeople } from './people.ts'

const { SIGN_IN_CODE = '', BASE_URL = '', DEPLOYMENT_SECRETS = '' } = process.env
const secrets = async (): Promise<readonly string[]> => secretsIn(DEPLOYMENT_SECRETS)
const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, deadlineMilliseconds: 10_000, secrets })
const page = buildPage()

const [port = '0', host] = process.argv.slice(2)
const front = await openDashboardFront({ port: Number(port), host }, async (dashboardUrl) => {
  const issuer = `${dashboardUrl}${issuerPath}`
  await ensurePeople(dynamo, issuer, Date.now())
  const identity = openidIdentity({ issuer, clientId: localClient, dashboardUrl, trustedOrigins: [dashboardUrl] })
  const settings = { dashboardUrl, baseUrl: BASE_URL, personal: defaultPersonalPolicy }
  return {
    issuer: openIssuer(dashboardUrl, SIGN_IN_CODE),
    handler: dashboardOver({ dynamo, identity, page, settings, originSecrets: [] }),
  }
})
process.stdout.write(`${JSON.stringify({ port: front.port })}\n`)

process.once('SIGTERM', async () => {
  await front.close()
  process.exit(0)
})
