// How a command says no. A command line that is wrong is a UsageFault; any other error is a fault of the machine or of ours.

/** The command is understood and refused: one line on standard error, exit 1. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** What was named is not there, and may be elsewhere: a second line says where it was looked for. */
export class NotFound extends Refused {}
