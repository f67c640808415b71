// Options that stand before `--`, as in `npm start --port=9000`. npm takes them for its own, and the service would start without them.

import { UsageFault } from '../bin/usage-fault.ts'
import { upstreamSettings } from '../lambdas/upstream-settings.ts'

/** Those that npm has no meaning for. It says `--no-dashboard` as `dashboard`, which is empty. */
const options = [
  'port',
  'host',
  'dashboard-port',
  'dashboard-host',
  'dashboard',
  'data',
  'memory',
  'show',
  ...upstreamSettings.map(({ option }) => option),
  'caching-as-provider',
  'ready-json',
]

/** npm tells the scripts that it runs what it was told, in variables. Throws `UsageFault`. */
export const refuseWhatNpmTook = (environment: Readonly<Record<string, string | undefined>>): void => {
  const taken = options.filter((option) => environment[`npm_config_${option.replaceAll('-', '_')}`] !== undefined)
  if (environment.npm_lifecycle_event !== 'start' || taken.length === 0) return
  const written = taken.map((option) => (option === 'dashboard' ? '--no-dashboard' : `--${option}`)).join(' and ')
  throw new UsageFault(`npm took ${written} for itself. Write two dashes before the options: npm start -- ${written} …`)
}
