// Where the dashboard of a deployment is: its stack says so in a parameter.

import * as z from 'zod'
import { dashboardParameter } from '../../../lib/stage/names.ts'

const settings = z.object({ dashboardUrl: z.url() })
/** A link without its host is good enough to wait no longer. */
const patienceMilliseconds = 3_000

/** Nothing where there is no dashboard, where the tables have another prefix, or who asks may not read it. */
export const deployedDashboardUrl = async (prefix: string, region: string | undefined): Promise<string | undefined> => {
  // Imported only here: to load the SDK's client takes a third of a command's time, and few commands ask.
  const { parameterText } = await import('../../../adapters/ssm/parameter-text.ts')
  const abortSignal = AbortSignal.timeout(patienceMilliseconds)
  try {
    const text = await parameterText(dashboardParameter({ prefix }), { region, abortSignal })
    return settings.parse(JSON.parse(text)).dashboardUrl
  } catch {
    return undefined
  }
}
