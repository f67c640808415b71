// Where the dashboard is and who signs people in. The address of the dashboard, the issuer's client and this function know each
// other only once all are made: on AWS the last stack writes this into a parameter, which is read at a cold start and then once a minute.

import * as z from 'zod'
import { entitlements } from '../../core/access/account.ts'
import { defaultPersonalPolicy, personalAccountsWhen } from '../../core/people/personal-account.ts'
import { origin } from './origin.ts'

const dashboardSettings = z.object({
  dashboardUrl: origin,
  baseUrl: z.url(),
  issuer: z.url(),
  clientId: z.string().min(1),
  clientSecretArn: z.string().min(1).exactOptional(),
  personal: z
    .object({
      accounts: z.enum(personalAccountsWhen),
      entitlements: z.array(z.enum(entitlements)),
      requestsPerMinute: z.int().min(1),
    })
    .default({ ...defaultPersonalPolicy, entitlements: [...defaultPersonalPolicy.entitlements] }),
  operatorContact: z.string().min(1).max(200).exactOptional(),
})
/** As they are written: a stack need not say what has a default. */
export type DashboardSettings = z.input<typeof dashboardSettings>

/** Throws with the name of every bad member, and no value. */
export const readDashboardSettings = (text: string): z.output<typeof dashboardSettings> => {
  const parsed = dashboardSettings.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new Error(
    `The settings of the dashboard are not valid: ${parsed.error.issues.map(({ path }) => path.join('.'))}.`,
  )
}
