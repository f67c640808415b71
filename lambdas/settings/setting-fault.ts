// The environment keeps a process from starting. The message says everything, so a container prints no stack trace.

export class SettingFault extends Error {
  override readonly name = 'SettingFault'

  /** Each names its variable, and no value. */
  constructor(faults: readonly string[]) {
    super(`The environment is not valid.\n${faults.join('\n')}`)
  }
}
