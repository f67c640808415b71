// Options that stand before `--`, as in `npm start --port=9000`. npm takes them for its own, and the program would run without them: make a
// key without its limits, for one.

import { UsageFault } from './usage-fault.ts'

interface UnderNpm {
  /** Its name among the scripts of `package.json`. */
  readonly script: string
  /** What its command line begins with. */
  readonly program: string
  readonly options: readonly string[]
}

/** Of ours, those that people set in the configuration of npm itself. `email` a registry of a company asks for. */
const ofNpm = new Set(['email', 'expires', 'help', 'json', 'key', 'quiet'])

type Environment = Readonly<Record<string, string | undefined>>

/** As it was written, where npm took it: it tells its scripts in variables, and says `--no-x` as an `x` that is empty. */
const written = (option: string, environment: Environment): readonly string[] => {
  const [, denied] = /^no-(.+)$/.exec(option) ?? []
  const value = environment[`npm_config_${(denied ?? option).replaceAll('-', '_')}`]
  return value === undefined || ofNpm.has(option) || (denied !== undefined && value !== '') ? [] : [`--${option}`]
}

/** Throws `UsageFault` if npm was given what is meant for the program. */
export const refuseTakenByNpm = ({ script, program, options }: UnderNpm, environment: Environment): void => {
  if (environment.npm_lifecycle_event !== script) return
  const taken = options.flatMap((option) => written(option, environment)).join(' and ')
  if (taken !== '')
    throw new UsageFault(`npm took ${taken} for itself. Write two dashes before the options: ${program} -- …`)
}
