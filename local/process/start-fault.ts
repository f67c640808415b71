// The service cannot start, for a reason that its owner can change. The message says everything, so no stack trace is
// printed.

export class StartFault extends Error {
  override readonly name = 'StartFault'
}
