// How a command says no. A command that is not understood is a UsageFault; everything else that is thrown is a fault of the
// machine or of ours.

/** The command was understood and is refused: one line on standard error, exit 1. */
export class Refused extends Error {
  override readonly name = 'Refused'
}
