// The two ways in which a command does not do what was asked. Any other error is a fault of the machine or of ours.

/** The command is understood and refused: one line on standard error, exit 1. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** The command line is wrong: the reason and the usage on standard error, exit 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}
