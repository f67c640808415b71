// The environment of the process that is not already that of the handlers (lambdas/settings/env.ts).

import * as z from 'zod'
import { slipsIn } from '../core/text/slips.ts'
import { environment } from '../lambdas/settings/env.ts'
import { given } from '../lambdas/settings/given-setting.ts'
import { fraction, whole, wholeIfSet } from '../lambdas/settings/number-setting.ts'
import { SettingFault } from '../lambdas/settings/setting-fault.ts'

const ports = { least: 0, most: 65_535 }

const settings = z.object({
  /** The address that is listened on. In a container every one. */
  HOST: z.pipe(given, z.string().default('0.0.0.0')),
  PORT: whole({ ...ports, usual: 8080 }),
  /** Port of `/metrics` for Prometheus; absent: there is none. Apart from the other, which callers reach. */
  METRICS_PORT: wholeIfSet(ports),
  /** The longest exchange. */
  EXCHANGE_SECONDS: whole({ least: 30, most: 3_600, usual: 900 }),
  /** After SIGTERM: how long requests are still taken, while those who send them learn that `/readyz` says no. */
  LEAVE_SECONDS: fraction({ least: 0, most: 60, usual: 5 }),
  /** After that: how long running exchanges may take. Fargate kills a process two minutes after SIGTERM. */
  DRAIN_SECONDS: fraction({ least: 0, most: 3_600, usual: 110 }),
})

export type Settings = z.infer<typeof settings>

/** Names of all that a container reads. */
const known = [...Object.keys(settings.shape), ...Object.keys(environment.shape)]

/** Kubernetes says so by itself where the services of a namespace are: one called `metrics` has a `METRICS_PORT`. */
const ofKubernetes = ([name, value = '']: readonly [string, string | undefined]): boolean =>
  name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value)

/** Throws a `SettingFault` that names every bad variable, and no value. */
export const readSettings = (around: Readonly<Record<string, string | undefined>> = process.env): Settings => {
  const variables = Object.fromEntries(Object.entries(around).filter((variable) => !ofKubernetes(variable)))
  const parsed = settings.safeParse(variables)
  const wrong = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const { PORT, METRICS_PORT } = parsed.data ?? {}
  if (METRICS_PORT === PORT && METRICS_PORT) wrong.push('METRICS_PORT: must be another than PORT')
  const slips = slipsIn(Object.keys(variables), known).map(
    ({ name, meant }) => `${name}: is not known here: ${meant} is`,
  )
  const faults = [...wrong, ...slips]
  if (parsed.success && faults.length === 0) return parsed.data
  throw new SettingFault(faults)
}
