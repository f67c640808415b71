// The environment of the process that is not already that of the handlers (lambdas/env.ts).

import * as z from 'zod'
import { given } from '../lambdas/given-setting.ts'
import { fraction, whole, wholeIfSet } from '../lambdas/number-setting.ts'

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

/** Throws an error that names every bad variable, and no value. */
export const readSettings = (variables: Readonly<Record<string, string | undefined>> = process.env): Settings => {
  const parsed = settings.safeParse(variables)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`The environment is not valid.\n${faults.join('\n')}`)
}
