// The two ways a command does not do what was asked. Everything else that is thrown is a fault of the machine or of ours.

/** The command was understood and is refused: one line on standard error, exit 1. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** The command was not understood: the line and the usage on standard error, exit 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}
